import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** The priority of a process that takes long, so that short tasks run first. */
const niceness = 15;
/** Linux counts times of processes in hundredths of a second, on every machine (USER_HZ). */
const tick = 10;

/**
 * Lowers the priority of a process that uses more processor time than this, in milliseconds. It measures processor time and
 * not elapsed time, because on a busy machine every process is slow. Works only on Linux.
 *
 * @returns Ends the watch and gives the process its priority back: false when the system does not allow that, as it does not
 *   for a server without the rights of root.
 */
export function lowerWhenGreedy(pid: number, most: number): () => boolean {
  const before = processorTimeOf(pid);
  let priority: number | null = null;
  const timer = setInterval(() => {
    if (processorTimeOf(pid) - before < most) return;
    clearInterval(timer);
    priority = getPriority(pid);
    setPriorityOfAll(pid, niceness);
  }, most).unref();
  return () => {
    clearInterval(timer);
    return priority === null || setPriorityOfAll(pid, priority);
  };
}

/** Returns the processor time of a process in milliseconds; 0 where the system does not report it. */
function processorTimeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process name, in brackets, may contain spaces and brackets, so the fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tick;
  } catch {
    return 0;
  }
}

/** Returns false when it was not set for every thread. On Linux each thread has its own priority. */
function setPriorityOfAll(pid: number, priority: number): boolean {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority);
    return true;
  } catch {
    // The process has ended, or the system has no such list or denies access.
    return false;
  }
}
