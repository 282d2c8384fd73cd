import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process started, in the words of this system; empty when no such process lives. A pid comes back one day, a
 * pid with its start does not.
 */
export function startOf(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  return process.platform === 'linux' ? startInProc(pid) : startFromPs(pid);
}

/** In clock ticks since the machine's own start: field 22 of /proc/<pid>/stat, proc(5). */
function startInProc(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Counted behind the name, which may hold anything.
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

/** Names this start of the machine, from which Linux counts the starts of its processes; empty elsewhere. */
export function machineStart(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', '');
  } catch {
    return '';
  }
}
