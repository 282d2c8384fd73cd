import { type Logger, pino } from 'pino';
import { currentTraceId } from './tracing.ts';

/**
 * The log of a program: lines of JSON on standard output, each with `time`, `level`, `name` and `msg`, and those about a request
 * with `requestId`; while traces are sent, those within a trace have its `traceId`.
 *
 * @param name of the program.
 * @param level from `trace` to `silent`.
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
  return pino({ level, base: { name }, mixin: ofTrace }, output);
}

function ofTrace(): { traceId?: string } {
  const traceId = currentTraceId();
  return traceId === undefined ? {} : { traceId };
}
