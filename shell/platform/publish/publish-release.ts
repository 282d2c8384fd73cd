import { isDeepStrictEqual } from 'node:util';
import type { ReleaseRecord } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { type AssembledRelease, assembleRelease, BuildOutputError } from 'kit/squad/release/assemble-release';
import { checkRight } from '../acts/check-right.ts';
import { readRights } from '../acts/read-site.ts';
import { signRecord } from '../keys/release-signature.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease, readReleaseFile } from '../release/release-files.ts';
import { ReleaseError } from '../release-error.ts';
import { type ReleaseStore, recordFile, signatureFile } from '../store/release-store.ts';
import { assembleShell } from './assemble-shell.ts';

export interface Publication {
  record: ReleaseRecord;
  /** False when the store held this very release already. */
  added: boolean;
}

interface PublishOptions {
  /** Refuses an output folder of another remote. */
  remote?: string;
  dryRun?: boolean;
}

/**
 * Puts the build output of a remote, or of the shell, into the store, signed by a key with the right to. The same content has the same id
 * and is written once; publishing makes nothing live. Throws a ReleaseError `build-output`, `store-unwritable` or `release-damaged`.
 */
export async function publishRelease(
  { store, chain, readSigner }: Pick<ReleasePlatform, 'store' | 'chain' | 'readSigner'>,
  distFolder: string,
  { remote, dryRun }: PublishOptions = {},
): Promise<Publication> {
  const { record, files } = await (remote === shellName ? assembleShell(distFolder) : assembleRemote(distFolder));
  if (remote && record.remote !== remote) {
    throw new ReleaseError('build-output', `The build output ${distFolder} is of ${record.remote}, not of ${remote}.`);
  }
  if ((await store.listReleases(record.remote)).includes(record.id)) {
    await checkSame(store, record);
    return { record, added: false };
  }
  await chain.refresh({ whole: true });
  // A site that is not founded yet can be asked what it would get, too.
  if (dryRun && !chain.rights.content) return { record, added: true };
  await readRights({ store, chain });
  const signer = await checkRight({ chain, readSigner }, 'publish', record.remote);
  if (dryRun) return { record, added: true };
  const text = `${JSON.stringify(record, null, 2)}\n`;
  const signature = signRecord(signer, text);
  const content = new Map<string, Buffer | string>(files).set(recordFile, text).set(signatureFile, signature);
  return { record, added: await store.addRelease(record.remote, record.id, content) };
}

async function assembleRemote(distFolder: string): Promise<AssembledRelease> {
  const assembled = await assembleRelease(distFolder).catch((error: unknown) => {
    throw error instanceof BuildOutputError ? new ReleaseError('build-output', error.message, { cause: error }) : error;
  });
  if (assembled.record.remote !== shellName) return assembled;
  throw new ReleaseError('build-output', `${shellName} is the name of the host: no remote can have it.`);
}

/** The id covers the files; what else the record says must be the same too, or the publisher would not notice. */
export async function checkSame(store: ReleaseStore, record: ReleaseRecord): Promise<void> {
  const stored = await loadRelease(store, record.remote, record.id);
  for (const path of Object.keys(record.files)) await readReleaseFile(stored, path);
  const differing = (['entry', 'globalName', 'serverEntry', 'routes', 'chunks', 'needs', 'shell'] as const).filter(
    (key) => !isDeepStrictEqual(stored.record[key], record[key]),
  );
  if (differing.length === 0) return;
  throw new ReleaseError(
    'build-output',
    `${record.remote} ${record.id} is in the store with the same files but other ${differing.join(' and ')}: raise its version and publish again.`,
  );
}
