import { verify } from 'node:crypto';
import type { BrowserRelease, PagePolicy } from 'kit/contracts/composition';
import {
  addressOfFile,
  describeNoReleaseId,
  filesOfThisRelease,
  partNamePattern,
  type ReleaseRecord,
  releaseIdPattern,
  releaseRecordSchema,
} from 'kit/contracts/release';
import { messageOf, parseJson } from 'kit/server/text';
import { integrityOf } from 'kit/squad/release/content-id';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import * as z from 'zod/mini';
import { type Signer, signatureSchema } from '../keys/keys.ts';
import type { Rights } from '../keys/rights.ts';
import { unlessUnavailable } from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import type { ReleaseStore } from './release-store.ts';

/** Files of a release that are not part of its content. */
export const recordFile = 'release.json';
export const signatureFile = 'release.sig';

/** Whether browsers may get a file: all files of the record except the server bundle and source maps. */
export function isPublicFile({ files, serverEntry }: { files: object; serverEntry: string }, path: string): boolean {
  return Object.hasOwn(files, path) && path !== serverEntry && !isSourceMap(path);
}

/** The folder with the source maps of a release, which only staff may get. */
const folder = 'maps/';

export function isSourceMap(file: string): boolean {
  return file.startsWith(folder);
}

/** `browser/page-portal.js` -> `maps/page-portal.js.map`. */
export function sourceMapOf(script: string): string {
  return `${folder}${script.replace(/^browser\//, '')}.map`;
}

export function describeForBrowser(record: ReleaseRecord): BrowserRelease {
  const { id, entry, globalName, routes } = record;
  const integrity = record.files[entry]?.integrity ?? '';
  const policy = policyOf(record);
  return { id, entry: addressOfFile(record, entry), globalName, integrity, routes, ...(policy && { policy }) };
}

function policyOf(record: ReleaseRecord): PagePolicy | null {
  const isWebAssembly = (file: string) => file.endsWith('.wasm') && isPublicFile(record, file);
  const policy: PagePolicy = {
    ...record.origins,
    ...(Object.keys(record.files).some(isWebAssembly) && { wasm: true }),
  };
  return Object.keys(policy).length > 0 ? policy : null;
}

/** Checks both names, because they become folder names. */
export function checkReleaseName(remote: string, id: string): void {
  checkRemoteName(remote);
  if (!releaseIdPattern.test(id)) {
    throw new ReleaseError('bad-name', describeNoReleaseId(id));
  }
}

export function checkRemoteName(remote: string): void {
  if (!partNamePattern.test(remote)) {
    const named = JSON.stringify(remote.slice(0, 80));
    throw new ReleaseError('bad-name', `${named} is not the name of a remote; one looks like mf-agents.`);
  }
}

export interface LoadedRelease {
  store: ReleaseStore;
  record: ReleaseRecord;
  /** The stored text of the record, which is signed. */
  text: string;
  signature: string | null;
  /** Reads the server bundle, with the URL of the release's files inserted. */
  readServerCode: () => Promise<string>;
}

/** Does not check the files, which `readReleaseFile` does. @throws ReleaseError `release-missing` or `release-damaged` */
export async function loadRelease(
  store: ReleaseStore,
  remote: string,
  id: string,
  { fresh = false } = {},
): Promise<LoadedRelease> {
  try {
    const { record: text, signature } = await store.readRelease(remote, id, { fresh });
    const record = parseWithWords(releaseRecordSchema, JSON.parse(text));
    if (record.remote !== remote || record.id !== id) throw new Error(`it is of ${record.remote} ${record.id}`);
    return { store, record, text, signature, readServerCode: () => readServerCode({ store, record }) };
  } catch (cause) {
    const sentence = `The record of ${remote} ${id} is damaged: ${messageOf(cause)}`;
    const error = cause instanceof ReleaseError ? cause : new ReleaseError('release-damaged', sentence, { cause });
    if (fresh || error.code !== 'release-damaged') throw error;
    return loadRelease(store, remote, id, { fresh: true });
  }
}

async function readServerCode(release: Pick<LoadedRelease, 'store' | 'record'>): Promise<string> {
  const code = (await readReleaseFile(release, release.record.serverEntry)).toString('utf8');
  return code.replaceAll(filesOfThisRelease, addressOfFile(release.record, ''));
}

/**
 * Reads a file of a release and checks it against the record. All files are read by this function before they are run or sent.
 *
 * @throws ReleaseError `release-damaged` for a file that is not in the record, is missing, or has changed
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
  // A failed check is repeated with a fresh read: the copy or the transfer may have been damaged.
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

const releaseSignatureSchema = z.extend(signatureSchema, { algorithm: z.literal('Ed25519') });

/** Returns the content of `release.sig` for a record. */
export function signRecord(signer: Signer, recordText: string): string {
  const signature = { algorithm: 'Ed25519', keyId: signer.keyId, signature: signer.sign(recordText) };
  return `${JSON.stringify(signature)}\n`;
}

/** The rights against which a release's signatures are checked. */
export interface Trust {
  store: ReleaseStore;
  rights: Rights;
  /** The time of the check, ISO 8601. Null ignores the keys' ends, for a release that is already in use. */
  at: string | null;
}

/** Returns the name of the key that makes a release valid, or why no signature of it is sufficient. */
export async function signatureOf(
  { store, rights, at }: Trust,
  { record, signature: own, text }: LoadedRelease,
): Promise<{ key: string | null; problem: string | null }> {
  let problem = own === null ? 'it is not signed' : null;
  // Signatures that were added later are read last, because each request to a store may take time and money.
  for (const read of [() => own ?? [], () => store.readSignatures(record.remote, record.id)]) {
    for (const content of [await read()].flat()) {
      const found = contentObjection({ rights, at }, { record, text, content });
      const keyId = parseJson(releaseSignatureSchema, content)?.keyId ?? '';
      if (found === null) return { key: rights.keyById(keyId)?.name ?? null, problem: null };
      problem ??= found;
    }
  }
  return { key: null, problem };
}

/** Returns why the content of a `release.sig` does not sign a record, as the end of a sentence; null if it does. */
export function contentObjection(
  { rights, at }: Pick<Trust, 'rights' | 'at'>,
  { record, text, content }: { record: ReleaseRecord; text: string; content: string },
): string | null {
  const parsed = parseJson(releaseSignatureSchema, content);
  if (!parsed) return `its ${signatureFile} is damaged`;
  const objection = rights.objection(parsed.keyId, { action: 'publish', remote: record.remote, at });
  if (objection !== null) return `it is signed by ${objection}`;
  const key = rights.keyById(parsed.keyId);
  const { connect = [], frame = [], media = [] } = record.origins ?? {};
  const notGranted = rights.originObjection(parsed.keyId, [...connect, ...frame, ...media]);
  if (notGranted !== null) return notGranted;
  const holds = key && verify(null, Buffer.from(text), key.key, Buffer.from(parsed.signature, 'base64'));
  return holds ? null : 'its record is not what was signed';
}
