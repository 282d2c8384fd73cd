import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { createLog } from 'kit/server/log';

/** The log of the shell server. */
export const log = createLog('shell');

/**
 * From here on each call of `console` is one line of the log: what rooms that know no log, libraries, and the pages that are rendered
 * here say as well.
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
