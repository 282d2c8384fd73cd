import { readFileSync } from 'node:fs';
import { processTree } from '../../support/process-tree.ts';

/** The shell server of a running site. */
export function findShellServer(site: number): number {
  const found = processTree(site).find((pid) => read(`/proc/${pid}/cmdline`).includes('shell/server/main.ts'));
  if (found === undefined) throw new Error(`No shell server runs below process ${site}.`);
  return found;
}

/** Resident memory of a process and all that it started, in megabytes. */
export function residentMegabytes(pid: number): number {
  const kilobytes = processTree(pid).map((each) =>
    Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${each}/status`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1000;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
