import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { foundSite } from '../acts/change-rights.ts';
import { type KeyPlaces, keyPlacesIn } from '../keys/key-files.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { openPlatform } from '../serve/open-platform.ts';
import type { ReleasePlatform, ReleasePolicy } from '../serve/release-policy.ts';

/** The host that renders the pages of these tests: the shell, as it was built last. */
const host = resolve(import.meta.dirname, '../..');

/** What a site of these tests is founded with. */
const founding = {
  by: 'the tests',
  namespaces: [
    { path: '/', remote: 'mf-marketing' },
    { path: '/leads', remote: 'mf-marketplace' },
    { path: '/services/exotic-car-intake', remote: 'mf-intake' },
    { path: '/agents', remote: 'mf-agents' },
    { path: '/ai-agent-demo', remote: 'mf-agents' },
    { path: '/my-agent', remote: 'mf-agents' },
    { path: '/click-demos', remote: 'mf-demos' },
  ],
  budget: { registered: 30_000, page: 90_000 },
};

export const testPolicy: ReleasePolicy = {
  reserved: ['/api', '/remotes', '/healthz'],
  offeredData: ['/api/ai-agents/by-name/:agentName'],
  recordBudget: { routes: 40_000, record: 300_000 },
  firstAnswerBudget: 14_000,
  sharedModules: { react: '19.3.1' },
  rendering: {
    bundle: join(host, 'dist/server/render.cjs'),
    buildCommand: 'npm run build -w shell',
    readSite: () => JSON.parse(readFileSync(join(host, 'site.json'), 'utf8')),
  },
  shell: { documents: 1, firstPageBudget: 180_200 },
  // Tests that are about something else publish releases without scripts for browsers.
  browsing: null,
};

/** Gives a store its keys and its rights, unless it has them. */
export async function foundTestSite(store: ReleaseStore): Promise<void> {
  await foundSite({ store, keys: keyPlacesIn(store.keysFolder), ...founding });
}

/** A platform over a store, for a site that allows what `testPolicy` allows; signs with the given key, else the site's own. */
export function buildPlatform(store: ReleaseStore, keys: Partial<KeyPlaces> = {}): ReleasePlatform {
  return openPlatform({ store, policy: testPolicy, keys: { ...keyPlacesIn(store.keysFolder), ...keys } });
}
