import { assembleRelease } from 'kit/squad/release/assemble-release';
import { publishToSite } from 'kit/squad/site-client/publish-to-site';
import type { SquadKey } from 'kit/squad/site-client/squad-key';
import { buildDist, type DistOverrides } from '../../../platform/testing/build-dist.ts';
import type { SquadSite } from './start-squad-site.ts';

/** A release as a squad's tool makes it of a build. */
export async function build(overrides: DistOverrides = {}) {
  const { version = '1.0.0' } = overrides;
  const files = { 'browser/page-my-agent.js': `export const page = '${version}';`, ...overrides.files };
  return assembleRelease(await buildDist({ ...overrides, files }));
}

/** Publishes one with a key of a squad, and gives its id. */
export async function publish(site: SquadSite, key: SquadKey, overrides: DistOverrides = {}): Promise<string> {
  const release = await build(overrides);
  await publishToSite(site.client(key), release);
  return release.record.id;
}
