import { globSync } from 'node:fs';
import path from 'node:path';

// `npm test` has two lengths. The quick run is for whoever waits for it: all checks, the tests that ask no more than a
// process or a page, every journey of visitors. A whole run (`TEST_WHOLE=on`, as CI has it) tries everything, in every
// engine: docs/decisions/2026-11-23-quick-and-whole-runs.md. Jest or Playwright called by themselves leave nothing out.

/** Everything is tried. */
export const isWhole = process.env.TEST_WHOLE === 'on';

/** Set for Playwright by a quick run of `npm test`. */
export const quickRunSetting = 'TEST_QUICK';
export const isQuickPlaywright = process.env[quickRunSetting] === 'on';

interface LeftOut {
  /** Below the repository; `*` and `**` as in a shell. */
  files: readonly string[];
  why: string;
}

/** Tests of Jest that only a whole run has. */
export const leftByQuickJest: readonly LeftOut[] = [
  {
    files: [
      'api/src/backup/backup.test.ts',
      'api/src/database/embedded/*.test.ts',
      'api/src/database/read-only-server.test.ts',
    ],
    why: 'database servers of their own, that are started, ended and damaged',
  },
  {
    files: ['e2e/security/behind-balancer.test.ts'],
    why: 'nginx behind nginx, with a database server of their own',
  },
  {
    files: ['api/src/delivery/channels.test.ts', 'api/src/quarantine/quarantine.test.ts'],
    why: 'mail servers and endpoints that hang, waited for',
  },
  {
    files: [
      'shell/platform/browsing/walls.test.ts',
      'shell/platform/gate/gate.test.ts',
      'shell/platform/gate/pages-*.test.ts',
      'shell/platform/gate/shell/shell-gate.test.ts',
      'shell/platform/gate/tampering.test.ts',
    ],
    why: 'the gate opens pages of whole releases, sound and hostile, in a browser',
  },
  {
    files: ['shell/platform/rendering/hostile-bundles.test.ts', 'shell/platform/rendering/render-pool*.test.ts'],
    why: 'pools of processes that are starved, stopped and ended',
  },
  {
    files: ['shell/platform/store/bucket/bucket-store.test.ts'],
    why: 'a real object store, with answers that are lost',
  },
  {
    files: [
      'kit/server/process-lock.test.ts',
      'shell/build/reproducible-build.test.ts',
      'shell/cli/commands/canary.test.ts',
      'shell/cli/run-cli.test.ts',
      'shell/platform/canary/canary.test.ts',
      'shell/platform/live/shell-release.test.ts',
      'shell/platform/live/site-follower.test.ts',
      'shell/server/health/health-desk.test.ts',
      'shell/server/squads/many-uploads.test.ts',
      'shell/server/staff/room/room-acts.test.ts',
      'shell/server/staff/staff-handler.test.ts',
      'shell/start/new-remote.test.ts',
    ],
    why: 'they build remotes, start programs, or let many releases live and be switched',
  },
];

/**
 * What a quick run tries in Chromium: the suites that every engine has, and those beside them that take a few seconds.
 * The others start sites of their own and do them harm, read every page at every width, or play a staff's whole day.
 */
export const quickInChromium: readonly string[] = [
  'accessibility/structure.spec.ts',
  'accessibility/targets.spec.ts',
  'journeys/intake-payloads.spec.ts',
  'journeys/partner.spec.ts',
  'layout/call-bar.spec.ts',
  'platform/composition.spec.ts',
  'platform/first-answer.spec.ts',
  'platform/kept-pages.spec.ts',
  'platform/metrics.spec.ts',
  'platform/start.spec.ts',
  'security/canaries.spec.ts',
  'security/headers.spec.ts',
  'security/hostile-paths.spec.ts',
  'security/injections.spec.ts',
  'security/raw-bytes.spec.ts',
];

const repository = path.join(import.meta.dirname, '../..');

/** @returns absolute paths of the tests of Jest that a quick run leaves to a whole one. */
export function listLeftByQuickJest(): Set<string> {
  const patterns = leftByQuickJest.flatMap(({ files }) => files);
  return new Set(globSync(patterns, { cwd: repository }).map((file) => path.join(repository, file)));
}
