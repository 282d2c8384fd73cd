import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a process, if it still runs, and waits for it. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
