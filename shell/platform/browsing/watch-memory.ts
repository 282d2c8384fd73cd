import { readdirSync, readFileSync } from 'node:fs';

/** Between two looks, in milliseconds. A page fills some hundred megabytes in that time. */
const period = 200;
/** What one process of a browser may hold, in bytes: pages of this kind take a fifth of it. */
const most = 1024 * 1024 * 1024;
const pageSize = 4096;

export interface WatchedBrowser {
  /** Its processes, as they were at the last look. */
  pids(): readonly number[];
  stop(): void;
}

/**
 * Ends each process of a browser that takes more memory than any page needs, until it is stopped. Only
 * where the system says what others hold (Linux); elsewhere the time limit of a page is all that bounds it.
 *
 * @param mark a word among the arguments of the browser's first process, and of no other.
 */
export function watchMemory(mark: string): WatchedBrowser {
  const isFirst = (pid: number) => readOf(pid, 'cmdline').split('\0').includes(mark);
  const family = new Set<number>();
  /** A process is asked once whose child it is: there are hundreds, and none changes that. */
  let seen = new Set<number>();
  const timer = setInterval(() => {
    const pids = listProcesses();
    for (const pid of pids) {
      if (!seen.has(pid) && (family.has(stateOf(pid).parent) || (family.size === 0 && isFirst(pid)))) family.add(pid);
    }
    const running = new Set(pids);
    // Until its first process is known, which had another name for a moment, everybody is asked again.
    seen = family.size === 0 ? new Set() : running;
    for (const pid of family) {
      if (!running.has(pid)) family.delete(pid);
      else if (stateOf(pid).residentBytes > most) end(pid);
    }
  }, period).unref();
  return { pids: () => [...family], stop: () => clearInterval(timer) };
}

/** In the order of their numbers, so that parents mostly come before their children. */
function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter(Boolean)
      .sort((one, other) => one - other);
  } catch {
    return [];
  }
}

function stateOf(pid: number): { parent: number; residentBytes: number } {
  const stat = readOf(pid, 'stat');
  // Its name, in brackets, may hold spaces and brackets: fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), residentBytes: Number(fields[21]) * pageSize };
}

function readOf(pid: number, name: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    // It has ended.
    return '';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
