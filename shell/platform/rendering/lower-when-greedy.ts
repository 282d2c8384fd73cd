import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Of a process that takes long: whoever needs a moment comes before it. */
const niceness = 15;
/** Linux counts times of processes in hundredths of a second, on every machine (USER_HZ). */
const tick = 10;

/**
 * Lets everybody else have the processor before a process that takes more of it than this, in milliseconds, until the function
 * that it gives is called. By what it took and not by the clock: on a busy machine all are late, and whoever is put
 * behind the others for that never ends. Only where the system tells both (Linux).
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

/** What a process has had of the processors so far, in milliseconds; 0 where nobody says. */
function processorTimeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Its name, in brackets, may hold spaces and brackets: fields are counted behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tick;
  } catch {
    return 0;
  }
}

/** False when it was not set for every thread: on Linux a priority is a thread's own. */
function setPriorityOfAll(pid: number, priority: number): boolean {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority);
    return true;
  } catch {
    // It has ended, or the system knows no such list, or does not allow it.
    return false;
  }
}
