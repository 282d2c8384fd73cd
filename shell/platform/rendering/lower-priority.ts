import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of a process that takes long: whoever needs a moment comes before it. */
const niceness = 15;

/** Lets everybody else have the processor first, where the system says which threads a process has (Linux). */
export function lowerPriority(pid: number): void {
  try {
    // On Linux a priority is a thread's own.
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), niceness);
  } catch {
    // It has ended, or the system knows no such list: its time limit bounds it anyway.
  }
}
