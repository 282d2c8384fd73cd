import { readFileSync } from 'node:fs';
import { killAll, processTree } from './process-tree.ts';

/** The programs of a site's services, as in their command lines. */
const scripts = { api: 'api/dist/main.js', database: 'api/dist/database/embedded/main.js' } as const;

type ServiceName = keyof typeof scripts;

export function serviceOf(supervisor: number, service: ServiceName): number {
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
export function takeDown(supervisor: number, service: ServiceName): () => void {
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
