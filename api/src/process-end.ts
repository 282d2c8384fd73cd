import { sayWhy } from './settings/start-error.ts';

/** Calls `end` when this process is asked to end: by a signal, or by the end of the process that started it. */
export function whenAskedToEnd(end: () => void): void {
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, end);
}

/** Ends this process with the sentence that says what failed. */
export function exitWith(error: unknown): never {
  console.error(sayWhy(error));
  process.exit(1);
}
