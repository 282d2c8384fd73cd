import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { createLog } from 'kit/server/log';

export const log = createLog('shell');

/**
 * Makes each call of `console` one line of the log, because libraries, rendered pages and the release platform do not know
 * the log.
 */
export function writeConsoleToLog(): void {
  const streamOf = (write: (words: string) => void) =>
    new Writable({
      decodeStrings: false,
      write(words, _encoding, done) {
        write(
          String(words)
            .replace(/^\[shell\] /, '')
            .trimEnd(),
        );
        done();
      },
    });
  globalThis.console = new Console({
    stdout: streamOf((words) => log.info(words)),
    stderr: streamOf((words) => log.error(words)),
  });
}
