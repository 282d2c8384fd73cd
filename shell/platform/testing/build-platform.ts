import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReleasePlatform, ReleasePolicy } from '../policy/release-policy.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/** The host that renders the pages of these tests: the shell, as it was built last. */
const host = resolve(import.meta.dirname, '../..');

export const testPolicy: ReleasePolicy = {
  paths: {
    namespaces: [
      { path: '/', remote: 'mf-marketing' },
      { path: '/leads', remote: 'mf-marketplace' },
      { path: '/services/exotic-car-intake', remote: 'mf-intake' },
      { path: '/agents', remote: 'mf-agents' },
      { path: '/ai-agent-demo', remote: 'mf-agents' },
      { path: '/my-agent', remote: 'mf-agents' },
      { path: '/click-demos', remote: 'mf-demos' },
    ],
    reserved: ['/api', '/remotes', '/healthz'],
  },
  sizeBudget: { registered: 30_000, page: 90_000 },
  recordBudget: { routes: 40_000, record: 300_000 },
  sharedModules: { react: '19.3.1' },
  rendering: {
    bundle: join(host, 'dist/server/render.cjs'),
    buildCommand: 'npm run build -w shell',
    readSite: () => JSON.parse(readFileSync(join(host, 'site.json'), 'utf8')),
  },
  // Tests that are about something else publish releases without scripts for browsers.
  browsing: null,
};

/** A platform over a store, for a site that allows what `testPolicy` allows. */
export function buildPlatform(store: ReleaseStore): ReleasePlatform {
  return { store, policy: testPolicy };
}
