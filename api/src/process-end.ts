import { sayWhy } from './settings/start-error.ts';

/** Calls `end` when this process should stop: on a signal, or after its parent process has ended. */
export function whenAskedToEnd(end: () => void): void {
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, end);
}

/** Ends this process with a sentence that says what failed. */
export function exitWith(error: unknown): never {
  console.error(sayWhy(error));
  process.exit(1);
}
