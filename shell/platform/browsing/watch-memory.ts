import { readdirSync, readFileSync } from 'node:fs';

/** Between two looks, in milliseconds. A page fills some hundred megabytes in that time. */
const period = 200;
/** What one process of a browser may hold, in bytes: pages of this kind take a fifth of it. */
const most = 1024 * 1024 * 1024;
const pageSize = 4096;

interface ProcessState {
  pid: number;
  parent: number;
  residentBytes: number;
}

/**
 * Ends each process of a browser that takes more memory than any page needs, until the function that it gives is called. Only
 * where the system says what others hold (Linux); elsewhere the time limit of a page is all that bounds it.
 *
 * @param rootOf finds the first process of the browser among all.
 */
export function watchMemory(rootOf: (pids: readonly number[]) => number | undefined): () => void {
  const timer = setInterval(() => {
    const pids = listProcesses();
    const root = rootOf(pids);
    if (root === undefined) return;
    for (const { pid, residentBytes } of familyOf(root, pids)) if (residentBytes > most) end(pid);
  }, period).unref();
  return () => clearInterval(timer);
}

/** Finds the process that was started with this word among its arguments. */
export function startedWith(word: string): (pids: readonly number[]) => number | undefined {
  return (pids) => pids.find((pid) => readOf(pid, 'cmdline').split('\0').includes(word));
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** A process and all that descend from it. */
function familyOf(root: number, pids: readonly number[]): ProcessState[] {
  const states = pids.flatMap((pid) => stateOf(pid) ?? []);
  const family = states.filter(({ pid }) => pid === root);
  for (const { pid } of family) family.push(...states.filter(({ parent }) => parent === pid));
  return family;
}

function stateOf(pid: number): ProcessState | null {
  const stat = readOf(pid, 'stat');
  if (stat === '') return null;
  // Its name, in brackets, may hold spaces and brackets: fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, parent: Number(fields[1]), residentBytes: Number(fields[21]) * pageSize };
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
