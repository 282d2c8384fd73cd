import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ReleaseRecord, releaseRecordSchema } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { releaseLimits } from 'kit/contracts/squad/limits';
import { messageOf } from 'kit/server/text';
import {
  type AssembledRelease,
  assembleRelease,
  BuildOutputError,
  checkNamedFiles,
  originOf,
} from 'kit/squad/release/assemble-release';
import { integrityOf, releaseIdOf } from 'kit/squad/release/content-id';
import { listFiles } from 'kit/squad/release/list-files';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import * as z from 'zod/mini';
import {
  contentObjection,
  loadRelease,
  readReleaseFile,
  recordFile,
  signatureFile,
  signRecord,
} from '../log/release-files.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { fileErrorCode, ReleaseError } from '../storage/release-error.ts';
import { readRights, readSignerFor } from './write-revision.ts';

/**
 * Publishes the build output of a remote or of the shell, signed by a key with the right `publish`. The same content has the same
 * id and is written once. Publishing does not change what visitors get.
 *
 * @param options.remote refuses an output folder of another remote
 * @returns the record, and whether the store lacked the release
 * @throws ReleaseError `build-output`, `keys`, `right`, `store-unwritable` or `release-damaged`
 */
export async function publishRelease(
  { store, chain, readSigner }: Pick<ReleasePlatform, 'store' | 'chain' | 'readSigner'>,
  distFolder: string,
  { remote, dryRun }: { remote?: string; dryRun?: boolean } = {},
) {
  const { record, files } = await (remote === shellName ? assembleShell(distFolder) : assembleRemote(distFolder));
  if (remote && record.remote !== remote) {
    throw new ReleaseError('build-output', `The build output ${distFolder} is of ${record.remote}, not of ${remote}.`);
  }
  if ((await store.listReleases(record.remote)).includes(record.id)) {
    await checkSame(store, record);
    return { record, added: false };
  }
  await chain.refresh({ whole: true });
  // A dry run also works before the site is founded.
  if (dryRun && !chain.rights.content) return { record, added: true };
  await readRights({ store, chain });
  const signer = await readSignerFor({ chain, readSigner }, 'publish', record.remote);
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

/** Refuses a record with the same id and other texts: the id only covers the files, and the publisher would not notice. */
async function checkSame(store: ReleaseStore, record: ReleaseRecord): Promise<void> {
  const stored = await loadRelease(store, record.remote, record.id);
  for (const path of Object.keys(record.files)) await readReleaseFile(stored, path);
  const differing = (
    ['entry', 'globalName', 'serverEntry', 'routes', 'chunks', 'needs', 'origins', 'slots', 'shell'] as const
  ).filter((key) => !isDeepStrictEqual(stored.record[key], record[key]));
  if (differing.length === 0) return;
  throw new ReleaseError(
    'build-output',
    `${record.remote} ${record.id} is in the store with the same files but other ${differing.join(' and ')}: raise its version and publish again.`,
  );
}

/** The description that the host's build writes into its output folder. */
const buildFile = 'shell-build.json';
const bootFile = 'boot/boot.js';
const rendererFile = 'server/render.cjs';
const browserFolder = 'browser';
const mapsFolder = 'maps';

const shellBuildSchema = z.strictObject({
  version: z.string(),
  documents: z.int(),
  sharedModules: z.record(z.string(), z.string()),
  entry: z.array(z.string()),
  provides: z.record(z.string(), z.array(z.string())),
});

/** Creates the record of a release of the shell. Browser files keep their names, with which they refer to each other. */
async function assembleShell(folder: string): Promise<AssembledRelease> {
  try {
    const text = await readFile(join(folder, buildFile), 'utf8');
    const { version, ...parts } = parseWithWords(shellBuildSchema, JSON.parse(text));
    const files = await readFiles(folder);
    const hashes = Object.fromEntries(
      [...files].map(([path, content]) => [path, { integrity: integrityOf(content), bytes: content.length }]),
    );
    const record = parseWithWords(releaseRecordSchema, {
      remote: shellName,
      id: releaseIdOf(version, hashes),
      version,
      ...(await originOf(folder)),
      builtAt: (await stat(join(folder, buildFile))).mtime.toISOString(),
      entry: parts.entry[0] ?? '',
      globalName: shellName,
      serverEntry: rendererFile,
      routes: [],
      files: hashes,
      chunks: {},
      needs: {},
      shell: { ...parts, boot: bootFile },
    });
    checkNamedFiles(record);
    return { record, files };
  } catch (error) {
    const sentence =
      fileErrorCode(error) === 'ENOENT'
        ? `There is no whole build of the shell at ${folder}: build it first (npm run build -w shell).`
        : `The build output ${folder} cannot become a release of the shell: ${messageOf(error)}`;
    throw new ReleaseError('build-output', sentence, { cause: error });
  }
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const inBrowser = await listFiles(join(folder, browserFolder));
  const maps = await listFiles(join(folder, mapsFolder)).catch((error: unknown) => {
    if (fileErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const named = [
    ...inBrowser.map((name) => [name, join(browserFolder, name)] as const),
    ...maps.map((name) => [join(mapsFolder, name), join(mapsFolder, name)] as const),
    ...[buildFile, bootFile, rendererFile].map((name) => [name, name] as const),
  ];
  return new Map(
    await Promise.all(named.map(async ([name, file]) => [name, await readFile(join(folder, file))] as const)),
  );
}

export interface GivenPublication {
  remote: string;
  id: string;
  record: string;
  signature: string;
}

/** A publication with a valid record, signed by a key that may publish it. */
export interface CheckedPublication extends GivenPublication {
  parsed: ReleaseRecord;
}

/** Checks a squad's publication against the rights. @throws ReleaseError `build-output` or `untrusted` */
export function checkPublication(
  { chain }: Pick<ReleasePlatform, 'chain'>,
  given: GivenPublication,
): CheckedPublication {
  const { remote, id, record: text, signature } = given;
  const parsed = parseRecord(given);
  const problem = contentObjection(
    { rights: chain.rights, at: new Date().toISOString() },
    { record: parsed, text, content: signature },
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

/** Whether the store has this release. @throws ReleaseError `build-output` if it is stored with other texts */
export async function isPublished(
  { store }: Pick<ReleasePlatform, 'store'>,
  { remote, id, parsed }: CheckedPublication,
): Promise<boolean> {
  if (!(await store.listReleases(remote)).includes(id)) return false;
  await checkSame(store, parsed);
  return true;
}

/** Stores a publication with all files of its record. @returns false if another process has stored it first */
export async function takePublication(
  { store }: Pick<ReleasePlatform, 'store'>,
  { remote, id, record, signature }: CheckedPublication,
  files: ReadonlyMap<string, Buffer>,
): Promise<boolean> {
  const content = new Map<string, Buffer | string>(files).set(recordFile, record).set(signatureFile, signature);
  return store.addRelease(remote, id, content);
}
