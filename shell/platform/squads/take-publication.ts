import { type ReleaseRecord, releaseRecordSchema } from 'kit/contracts/release';
import { releaseLimits } from 'kit/contracts/squad/limits';
import { checkNamedFiles } from 'kit/squad/release/assemble-release';
import { releaseIdOf } from 'kit/squad/release/content-id';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import { contentObjection } from '../keys/release-signature.ts';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { checkSame } from '../publish/publish-release.ts';
import { ReleaseError } from '../release-error.ts';
import { recordFile, signatureFile } from '../store/release-store.ts';

/** What a squad says that it publishes: the two texts of a release that are not content. */
export interface GivenPublication {
  remote: string;
  id: string;
  record: string;
  signature: string;
}

/** One whose record is right, and signed by a key that may publish it. */
export interface CheckedPublication extends GivenPublication {
  parsed: ReleaseRecord;
}

/** Holds what came from elsewhere against the rights. Throws a ReleaseError `build-output`, `right` or `untrusted`. */
export function checkPublication(
  { chain }: Pick<ReleasePlatform, 'chain'>,
  given: GivenPublication,
): CheckedPublication {
  const { remote, id, record: text, signature } = given;
  const parsed = parseRecord(given);
  const problem = contentObjection(
    { rights: chain.rights, at: new Date().toISOString() },
    { remote, text, content: signature },
  );
  if (problem === null) return { ...given, parsed };
  throw new ReleaseError('untrusted', `${remote} ${id} cannot be taken: ${problem}.`);
}

function parseRecord({ remote, id, record }: GivenPublication): ReleaseRecord {
  try {
    const parsed = parseWithWords(releaseRecordSchema, JSON.parse(record));
    if (parsed.remote !== remote || parsed.id !== id) throw new Error(`it is of ${parsed.remote} ${parsed.id}`);
    const ofFiles = releaseIdOf(parsed.version, parsed.files);
    if (ofFiles !== id) throw new Error(`its files make the id ${ofFiles}`);
    const sizes = Object.values(parsed.files).map(({ bytes }) => bytes);
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
    if (sizes.length > releaseLimits.files)
      throw new Error(`it has ${sizes.length} files; at most ${releaseLimits.files}`);
    if (sizes.some((bytes) => bytes < 0) || total > releaseLimits.bytes) {
      throw new Error(`it has ${Math.round(total / 1e6)} MB; at most ${releaseLimits.bytes / 1e6} MB`);
    }
    checkNamedFiles(parsed);
    return parsed;
  } catch (error) {
    throw new ReleaseError('build-output', `The record of ${remote} ${id} cannot be taken: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** Whether the store holds this very release. Throws a ReleaseError `build-output` when it is there with other words. */
export async function isPublished(
  { store }: Pick<ReleasePlatform, 'store'>,
  { remote, id, parsed }: CheckedPublication,
): Promise<boolean> {
  if (!(await store.listReleases(remote)).includes(id)) return false;
  await checkSame(store, parsed);
  return true;
}

/** Puts it into the store, with every file of the record. False when somebody was first with the same. */
export async function takePublication(
  { store }: Pick<ReleasePlatform, 'store'>,
  { remote, id, record, signature }: CheckedPublication,
  files: ReadonlyMap<string, Buffer>,
): Promise<boolean> {
  const content = new Map<string, Buffer | string>(files).set(recordFile, record).set(signatureFile, signature);
  return store.addRelease(remote, id, content);
}
