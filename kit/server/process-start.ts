import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The start time of a process in the system's notation; empty if no such process lives. A pid can be reused; a pid with its
 * start time cannot.
 */
export function startOf(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  return process.platform === 'linux' ? startInProc(pid) : startFromPs(pid);
}

/** Reads field 22 of /proc/<pid>/stat, in clock ticks since the start of the machine (proc(5)). */
function startInProc(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted after the name, which may contain any character.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? '' : (fields[18] ?? '');
  } catch {
    return '';
  }
}

function startFromPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Identifies the boot of the machine, from which Linux counts process start times; empty on other systems. */
export function machineStart(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', '');
  } catch {
    return '';
  }
}
