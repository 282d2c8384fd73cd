import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseRecord } from 'kit/contracts/release';
import { GateRefusal } from '../gate/gate-rule.ts';
import { signRecord } from '../log/release-files.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildPlatform } from './build-platform.ts';

/** The refusal that an attempt ends with; anything else fails the test. */
export async function refusalOf(attempt: Promise<unknown>): Promise<GateRefusal> {
  const error = await attempt.then(
    () => new Error('it was accepted'),
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof GateRefusal)) throw error;
  return error;
}

/** A published release in a folder store to damage: where its files lie, and what an intruder would do to them. */
export function tamperWith(store: ReleaseStore, id: string, remote = 'mf-agents') {
  /** Record and signature, without which there is no release. */
  const commitFile = join(store.place, `releases/${remote}/${id}.json`);
  const fileOf = (path: string) =>
    join(store.place, /^(server|maps)\//.test(path) ? 'private' : 'remotes', remote, id, path);

  async function overwrite(path: string, change: (content: Buffer) => Buffer | string) {
    await writeFile(fileOf(path), change(await readFile(fileOf(path))));
  }

  async function overwriteText(name: 'record' | 'signature', change: (text: string) => string | null) {
    const commit = JSON.parse(await readFile(commitFile, 'utf8'));
    await writeFile(commitFile, JSON.stringify({ ...commit, [name]: change(commit[name]) }));
  }

  /** A wrong record that a trusted publisher signed. */
  async function changeRecord(change: (record: ReleaseRecord) => unknown) {
    let text = '';
    await overwriteText('record', (before) => {
      const record = JSON.parse(before);
      text = JSON.stringify(change(record) ?? record);
      return text;
    });
    const signer = await buildPlatform(store).readSigner();
    await overwriteText('signature', () => signRecord(signer, text));
  }

  return { commitFile, fileOf, overwrite, overwriteText, changeRecord, remove: (path: string) => rm(fileOf(path)) };
}

export type Tampering = ReturnType<typeof tamperWith>;
