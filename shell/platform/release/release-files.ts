import { join } from 'node:path';
import { type ReleaseRecord, releaseRecordSchema } from 'kit/contracts/release';
import { integrityOf } from 'kit/squad/release/content-id';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import { fileErrorCode } from '../file-error-code.ts';
import { messageOf } from '../message-of.ts';
import { ReleaseError } from '../release-error.ts';
import { mostRecordBytes, NotPlainError, readPlainFile } from '../store/plain-files.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/** Files of a release folder that are no part of its content. */
export const recordFile = 'release.json';
export const signatureFile = 'release.sig';

export interface LoadedRelease {
  record: ReleaseRecord;
  /** A local folder that holds its files. */
  folder: string;
  /** The record as it is stored: what its signature is over. */
  text: string;
  /** Has a damaged local copy fetched anew; false where there is nothing to fetch it from. */
  renew: () => Promise<boolean>;
}

/**
 * Finds a release in the store and parses its record. Throws a ReleaseError: `release-missing` or `release-damaged`.
 * The files are not looked at: `readReleaseFile` checks each one as it is read.
 */
export async function loadRelease(store: ReleaseStore, remote: string, id: string): Promise<LoadedRelease> {
  try {
    return await loadAsItIs(store, remote, id);
  } catch (error) {
    if (!isDamaged(error) || !(await store.renew(remote, id))) throw error;
    return loadAsItIs(store, remote, id);
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof ReleaseError && error.code === 'release-damaged';
}

async function loadAsItIs(store: ReleaseStore, remote: string, id: string): Promise<LoadedRelease> {
  const folder = await store.releaseFolder(remote, id);
  try {
    const text = (await readPlainFile(join(folder, recordFile), mostRecordBytes)).toString('utf8');
    const record = parseWithWords(releaseRecordSchema, JSON.parse(text));
    if (record.remote !== remote || record.id !== id) throw new Error(`it is of ${record.remote} ${record.id}`);
    return { record, folder, text, renew: () => store.renew(remote, id) };
  } catch (error) {
    const cause = messageOf(error);
    throw new ReleaseError(
      'release-damaged',
      `The record of ${remote} ${id} (${join(folder, recordFile)}) is damaged: ${cause}`,
      { cause: error },
    );
  }
}

/**
 * Reads one file of a release and holds it against the record. Throws a ReleaseError `release-damaged` when it is not
 * in the record, is gone or is not what was published. Nothing of a release may be run or sent without this.
 */
export async function readReleaseFile(release: LoadedRelease, path: string): Promise<Buffer> {
  try {
    return await readAsItIs(release, path);
  } catch (error) {
    if (!isDamaged(error) || !(await release.renew())) throw error;
    return readAsItIs(release, path);
  }
}

async function readAsItIs({ record, folder }: LoadedRelease, path: string): Promise<Buffer> {
  const name = `${path} of ${record.remote} ${record.id}`;
  const known = Object.hasOwn(record.files, path) ? record.files[path] : undefined;
  if (!known) throw new ReleaseError('release-damaged', `The file ${name} is not in its record.`);
  // One byte more than recorded is not what was published, however much more there is.
  const content = await readPlainFile(join(folder, path), known.bytes + 1).catch((error: unknown) => {
    const reason = error instanceof NotPlainError ? `cannot be used: ${error.message}` : describe(fileErrorCode(error));
    throw new ReleaseError('release-damaged', `The file ${name} ${reason}.`, { cause: error });
  });
  if (integrityOf(content) === known.integrity) return content;
  throw new ReleaseError(
    'release-damaged',
    `The file ${name} is not what was published: its SHA-384 does not match (${content.length} bytes, ${known.bytes} recorded).`,
  );
}

function describe(code: string | null): string {
  return code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
}
