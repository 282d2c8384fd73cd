import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'wrong-call-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program in an empty folder. */
function run(words: string[], environment: NodeJS.ProcessEnv = {}) {
  const program = fileURLToPath(new URL('./main.ts', import.meta.url));
  const { DATABASE_URL: _, RELEASE_STORE: __, ...inherited } = process.env;
  const SITE_CONFIG = fileURLToPath(new URL('../../../shell/site.json', import.meta.url));
  const env = { ...inherited, SITE_CONFIG, DATA_DIR: folder, ...environment };
  return new Promise<{ code: unknown; out: string; said: string }>((resolve) => {
    execFile(process.execPath, ['--no-warnings', program, ...words], { cwd: folder, env }, (error, out, said) =>
      resolve({ code: error?.code ?? 0, out, said: said.trim() }),
    );
  });
}

const noDatabase = 'DATABASE_URL must be the address of one PostgreSQL, like postgres://user:password@host:5432/name.';
const emptyFolder = 'DATA_DIR is empty: set it to the data folder of the site, or leave it out for .data.';
const help = '"npm run backup -- --help" and "npm run restore -- --help" list the options.';

describe('a backup or restore that is called wrongly ends with a sentence', () => {
  it.each([
    [['backup', 'x.tar.gz'], { DATABASE_URL: 'foo' }, noDatabase],
    // An empty variable is one that is not set, and a script whose variable was empty would restore into the checkout.
    [['restore', 'x.tar.gz'], { DATA_DIR: '' }, emptyFolder],
  ])('%j with %j', async (words, environment, sentence) => {
    expect(await run(words, environment)).toEqual({ code: 1, out: '', said: sentence });
  });

  it.each([
    [['backup'], `Missing required argument 'file'\n${help}`],
    [
      ['restore', ' '],
      `Command-argument value ' ' is invalid for argument 'file'. It takes the name of a file.\n${help}`,
    ],
  ])('%j', async (words, said) => {
    expect(await run(words)).toEqual({ code: 2, out: '', said });
  });

  it('of a file that cannot be made', async () => {
    if (process.platform !== 'linux') return; // others have no folder in which nobody makes a file
    const { code, said } = await run(['backup', '/proc/x.tar.gz', '--without-database']);
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/^This was not done: ENOENT: no such file or directory, open '\/proc\/x\.tar\.gz\./),
    });
  });
});
