import { type Logger, pino } from 'pino';

/**
 * Creates a program's log: lines of JSON on standard output, each with `time`, `level`, `name` and `msg`, and with
 * `requestId` for a request.
 * @param name of the program. @param level from `trace` to `silent`.
 */
export function createLog(name: string, level = 'info'): Logger {
  const output = pino.destination({
    dest: process.stdout.fd,
    // A synchronous write keeps the last lines of a program that is killed.
    sync: true,
    // A line that a full disk or a slow reader rejects is retried each second. More than a megabyte of waiting lines is lost.
    minLength: 1,
    periodicFlush: 1000,
    maxLength: 1024 * 1024,
    retryEAGAIN: () => false,
  });
  // Without a listener a failed write would end the program.
  output.on('error', () => {});
  return pino({ level, base: { name } }, output);
}
