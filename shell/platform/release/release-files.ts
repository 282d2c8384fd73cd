import { type ReleaseRecord, releaseRecordSchema } from 'kit/contracts/release';
import { integrityOf } from 'kit/squad/release/content-id';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import { messageOf } from '../message-of.ts';
import { ReleaseError } from '../release-error.ts';
import { unlessUnavailable } from '../storage/object-storage.ts';
import { isPublicFile, type ReleaseStore } from '../store/release-store.ts';

export interface LoadedRelease {
  store: ReleaseStore;
  record: ReleaseRecord;
  /** The record as it is stored: what its signature is over. */
  text: string;
  /** As its publisher signed it; null where nobody did. */
  signature: string | null;
}

interface LoadOptions {
  /** Past the copy of this machine: for whoever finds that it was replaced meanwhile. */
  fresh?: boolean;
}

/**
 * Finds a release in the store and parses its record. Throws a ReleaseError: `release-missing` or `release-damaged`.
 * The files are not looked at: `readReleaseFile` checks each one as it is read.
 */
export async function loadRelease(
  store: ReleaseStore,
  remote: string,
  id: string,
  { fresh = false }: LoadOptions = {},
): Promise<LoadedRelease> {
  try {
    return await loadOnce(store, { remote, id, fresh });
  } catch (error) {
    if (fresh || !(error instanceof ReleaseError) || error.code !== 'release-damaged') throw error;
    return loadOnce(store, { remote, id, fresh: true });
  }
}

async function loadOnce(
  store: ReleaseStore,
  { remote, id, fresh }: { remote: string; id: string; fresh: boolean },
): Promise<LoadedRelease> {
  const { record: text, signature } = await store.readRelease(remote, id, { fresh });
  try {
    const record = parseWithWords(releaseRecordSchema, JSON.parse(text));
    if (record.remote !== remote || record.id !== id) throw new Error(`it is of ${record.remote} ${record.id}`);
    return { store, record, text, signature };
  } catch (error) {
    throw new ReleaseError('release-damaged', `The record of ${remote} ${id} is damaged: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/**
 * Reads one file of a release and holds it against the record. Throws a ReleaseError `release-damaged` when it is not
 * in the record, is gone or is not what was published. Nothing of a release may be run or sent without this.
 */
export async function readReleaseFile(
  { store, record }: { store: ReleaseStore; record: Pick<ReleaseRecord, 'remote' | 'id' | 'serverEntry' | 'files'> },
  path: string,
): Promise<Buffer> {
  const name = `${path} of ${record.remote} ${record.id}`;
  const known = Object.hasOwn(record.files, path) ? record.files[path] : undefined;
  if (!known) throw new ReleaseError('release-damaged', `The file ${name} is not in its record.`);
  const isPublic = isPublicFile(record, path);
  let problem = '';
  // Twice where it does not hold: the copy of this machine may be damaged, or it was hurt on its way.
  for (const fresh of [false, true]) {
    const file = { remote: record.remote, id: record.id, path };
    const content = await store.readFile(file, { isPublic, maxBytes: known.bytes, fresh }).catch(
      unlessUnavailable((error) => {
        problem = `cannot be used: ${messageOf(error)}`;
        return undefined;
      }),
    );
    if (content === undefined) continue;
    if (content && integrityOf(content) === known.integrity) return content;
    problem = content
      ? `is not what was published: its SHA-384 does not match (${content.length} bytes, ${known.bytes} recorded).`
      : 'is missing.';
  }
  throw new ReleaseError('release-damaged', `The file ${name} ${problem}`);
}
