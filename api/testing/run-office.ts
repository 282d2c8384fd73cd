import { Database } from '../src/database/database.ts';
import { runOffice as run } from '../src/office/run-office.ts';
import type { TestApi } from './start-test-api.ts';

/** A refused command of the office. */
class Refused extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs an office command line on the database of an API.
 * @returns its output
 * @throws Refused with its error output and exit code, if that is not 0
 */
export async function runOffice(
  { app }: TestApi,
  words: string[],
  dataDir: string,
  allowPrivate = true,
): Promise<string> {
  const said = { out: '', error: '' };
  const exitCode = await run(words, {
    dataDir,
    allowPrivate,
    withDatabase: (work) => work(app.get(Database)),
    print: async (pieces) => {
      for await (const piece of pieces) said.out += piece;
    },
    out: (text) => {
      said.out += text;
    },
    error: (text) => {
      said.error += text;
    },
  });
  if (exitCode !== 0) throw new Refused(said.error.trim(), exitCode);
  return said.out;
}
