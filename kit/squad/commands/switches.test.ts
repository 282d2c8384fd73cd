/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { expect, it } from '@jest/globals';
import { makeSquadKey, readSquadKey } from '../site-client/squad-key.ts';
import { addPreviewCommand } from './publish.ts';
import { addActivateCommand, addCanaryCommand, addRollbackCommand } from './switches.ts';

function run(...words: string[]): Promise<unknown> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const add of [addActivateCommand, addCanaryCommand, addRollbackCommand, addPreviewCommand]) add(program);
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
  return program.parseAsync(words, { from: 'user' });
}

it('a revision that is no number is refused before anything is asked of the site', async () => {
  await expect(run('rollback', '--expect', 'two', '--reason', 'late')).rejects.toThrow(
    "argument 'two' is invalid. It takes a whole number from 0 up.",
  );
});

it.each([
  ['activate', 'nope'],
  ['canary', 'nope', '--percent', '10'],
  ['rollback', '--to', 'nope', '--reason', 'late'],
  ['preview', 'nope'],
])(
  '%s refuses what is no release id in the words of the command of staff, before anything is asked of the site',
  async (...words) => {
    await expect(run(...words)).rejects.toThrow('"nope" is not a release id; one looks like 1.4.0-0a1b2c3d.');
  },
);

it('names the file that holds no private key', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'squad-key-'));
  const file = path.join(folder, 'notes.key');
  const use = async (text: string) => {
    await writeFile(file, text);
    await run('activate', '1.0.0-0a1b2c3d', '--remote', 'mf-careers', '--site', 'http://localhost:1', '--key', file);
  };
  await expect(use('no key')).rejects.toThrow(`The key ${file} is no Ed25519 private key in PEM: `);
  const { publicKey } = readSquadKey(makeSquadKey());
  await expect(use(publicKey)).rejects.toThrow(`The key ${file} is the public half of a key: `);
  await rm(folder, { recursive: true });
});
