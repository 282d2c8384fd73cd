import { type ChildProcess, spawn } from 'node:child_process';

/** A virtual X display, large enough for every window of the tests. */
export interface Display {
  name: string;
  process: ChildProcess;
}

/** Starts Xvfb on the first free display number. */
export function startDisplay(): Promise<Display> {
  const screen = ['-screen', '0', '1600x2400x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', ['-displayfd', '3', ...screen], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
    child.stdio[3]?.once('data', (number) => resolve({ name: `:${String(number).trim()}`, process: child }));
  });
}
