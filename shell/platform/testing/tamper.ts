import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseRecord } from 'kit/contracts/release';
import { GateRefusal } from '../gate/gate-refusal.ts';
import { signRecord } from '../keys/release-signature.ts';
import type { ReleaseStore } from '../store/release-store.ts';
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

/** A published release of mf-agents to damage: where a file of it lies, and what an intruder would do to it. */
export function tamperWith(store: ReleaseStore, id: string) {
  const fileOf = async (path: string) => join(await store.releaseFolder('mf-agents', id), path);

  async function overwrite(path: string, change: (content: Buffer) => Buffer | string) {
    const file = await fileOf(path);
    const content = await readFile(file);
    await chmod(file, 0o644);
    await writeFile(file, change(content));
  }

  /** A wrong record that a trusted publisher signed. */
  async function changeRecord(change: (record: ReleaseRecord) => unknown) {
    await overwrite('release.json', (content) => {
      const record = JSON.parse(content.toString());
      return JSON.stringify(change(record) ?? record);
    });
    const signer = await buildPlatform(store).readSigner();
    const signature = signRecord(signer, await readFile(await fileOf('release.json'), 'utf8'));
    await overwrite('release.sig', () => signature);
  }

  return { fileOf, overwrite, changeRecord };
}

export type Tampering = ReturnType<typeof tamperWith>;
