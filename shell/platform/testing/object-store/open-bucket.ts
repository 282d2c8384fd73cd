import type { ReleaseRecord } from 'kit/contracts/release';
import { readReleaseFile } from '../../log/release-files.ts';
import type { ReleaseStore } from '../../log/release-store.ts';
import type { ObjectStorage } from '../../storage/object-storage.ts';
import { S3Storage } from '../../storage/s3.ts';

/** The bucket itself, for whoever does not go through the store. */
export function openBucket(address: string, environment: NodeJS.ProcessEnv): ObjectStorage {
  return new S3Storage({ address, environment });
}

/** What a release needs to say of itself for one of its files to be read. */
type RecordOfFiles = Pick<ReleaseRecord, 'remote' | 'id' | 'serverEntry' | 'files'>;

/** Reads a file of a release as servers do: held against its record, and fetched again where a copy is damaged. */
export async function readFileOf(store: ReleaseStore, record: RecordOfFiles, path: string): Promise<string> {
  return String(await readReleaseFile({ store, record }, path));
}
