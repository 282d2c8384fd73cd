import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { createLog } from 'kit/server/log';

export const log = createLog('shell');

/**
 * Makes each call of `console` one line of the log, because libraries, rendered pages and the release platform do not know
 * the log.
 */
export function writeConsoleToLog(): void {
  const streamOf = (write: (text: string) => void) =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        const line = String(text).replace(/^\[shell\] /, '');
        write(line.trimEnd());
        done();
      },
    });
  globalThis.console = new Console({
    stdout: streamOf((text) => log.info(text)),
    stderr: streamOf((text) => log.error(text)),
  });
}
