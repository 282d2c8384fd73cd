import { runOffice as run } from '../src/office/run-office.ts';

/** The office's command was refused. */
class Refused extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a command line of the office on the database that the models are connected to.
 *
 * @returns what it prints.
 * @throws what it says and the exit code, when that is not 0.
 */
export async function runOffice(words: string[], dataDir: string, allowPrivate = true): Promise<string> {
  const said = { out: '', error: '' };
  const exitCode = await run(words, {
    dataDir,
    allowPrivate,
    connect: async () => async () => undefined,
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
