import { readFileSync } from 'node:fs';
import { killAll, processTree } from './process-tree.ts';
import { queryDatabase } from './query-database.ts';
import { startSite } from './site.ts';
import { test as base } from './test.ts';

/** A separate site for each worker, whose parts can be stopped. It also delivers local forms; its mail server is down. */
interface OutageSite {
  address: string;
  databaseUrl: string;
  /** Kills the API or the database and prevents its restart until the returned function is called. */
  takeDown: (service: 'api' | 'database') => () => void;
  /** Suspends the API's process with all its connections open; the returned function resumes it. */
  freezeApi: () => () => void;
}

/** For tests that stop a part of a whole site; `page` opens that site. */
export const test = base.extend<object, { site: OutageSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const running = await startSite({
        configuration: { deliverLocalForms: true },
        environment: { SMTP_URL: 'smtp://127.0.0.1:9' },
      });
      const supervisor = running.process.pid ?? 0;
      await use({
        address: running.address,
        databaseUrl: running.databaseUrl,
        takeDown: (service) => takeDown(supervisor, service),
        freezeApi: () => {
          const api = serviceOf(supervisor, 'api');
          process.kill(api, 'SIGSTOP');
          return () => process.kill(api, 'SIGCONT');
        },
      });
      await running.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.address),
  query: ({ site }, use) => use((sql, values) => queryDatabase(site.databaseUrl, sql, values)),
});

/** The programs of a site's services, as in their command lines. */
const scripts = { api: 'api/dist/main.js', database: 'api/dist/database/embedded/main.js' } as const;

type ServiceName = keyof typeof scripts;

function serviceOf(supervisor: number, service: ServiceName): number {
  const found = processTree(supervisor).find((pid) =>
    commandLineOf(pid).some((word) => word.endsWith(scripts[service])),
  );
  if (found === undefined) throw new Error(`The site runs no ${service}`);
  return found;
}

/**
 * Kills a service with all its child processes. Its supervisor is suspended, so that the outage lasts until the returned
 * function is called.
 */
function takeDown(supervisor: number, service: ServiceName): () => void {
  const pids = processTree(serviceOf(supervisor, service));
  process.kill(supervisor, 'SIGSTOP');
  killAll(pids);
  return () => process.kill(supervisor, 'SIGCONT');
}

function commandLineOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // it has ended in the meantime
  }
}

export { expect, openHydrated } from './test.ts';
