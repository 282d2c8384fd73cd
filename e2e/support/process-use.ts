import { readFileSync } from 'node:fs';
import { processTree } from './process-tree.ts';

/** Finds the process id of the shell server of a running site. */
export function findShellServer(site: number): number {
  const found = processTree(site).find((pid) => read(`/proc/${pid}/cmdline`).includes('shell/server/main.ts'));
  if (found === undefined) throw new Error(`No shell server runs below process ${site}.`);
  return found;
}

/** Memory of a process tree, in megabytes. */
export interface MemoryUse {
  processes: number;
  /** Resident set size. A shared page counts for each process. */
  resident: number;
  /** Proportional set size (proc(5), Pss): a shared page counts in equal parts. */
  proportional: number;
}

/** Linux only, because other systems do not report shared memory by process. */
export function memoryUse(pids: readonly number[]): MemoryUse {
  const texts = pids.map((pid) => read(`/proc/${pid}/smaps_rollup`)).filter((text) => text !== '');
  const megabytes = (part: 'Rss' | 'Pss') =>
    sum(texts.map((text) => Number(new RegExp(`^${part}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0))) / 1024;
  return { processes: texts.length, resident: megabytes('Rss'), proportional: megabytes('Pss') };
}

/** Linux counts CPU time in hundredths of a second, whatever the kernel's timer frequency (proc(5), USER_HZ). */
const ticksPerSecond = 100;

/** CPU time of a process tree so far, in seconds. */
export function processorSeconds(pid: number): number {
  const ticks = processTree(pid).map((each) => {
    const stat = read(`/proc/${each}/stat`);
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return Number(user ?? 0) + Number(system ?? 0);
  });
  return sum(ticks) / ticksPerSecond;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
