import { verify } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { fileErrorCode } from '../file-error-code.ts';
import { parseWithWords } from '../release/parse-with-words.ts';
import { type LoadedRelease, signatureFile } from '../release/release-files.ts';
import { mostRecordBytes, readPlainFile } from '../store/plain-files.ts';
import { ensureSigningKeys, loadTrustedKeys } from './signing-keys.ts';

const signatureSchema = z.strictObject({
  algorithm: z.literal('Ed25519'),
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
});

/** The content of `release.sig` for a record, signed with this installation's key. */
export async function signRecord(keysFolder: string, recordText: string): Promise<string> {
  const keys = await ensureSigningKeys(keysFolder);
  const signature = { algorithm: 'Ed25519', keyId: keys.keyId, signature: keys.sign(recordText) };
  return `${JSON.stringify(signature)}\n`;
}

/** Why the signature of a release's record is not good enough to run it, or null when it is. */
export async function signatureProblem(keysFolder: string, { folder, text }: LoadedRelease): Promise<string | null> {
  const content = await readSignature(join(folder, signatureFile));
  if (content === null) return 'it is not signed';
  const parsed = parseSignature(content);
  if (!parsed) return `its ${signatureFile} is damaged`;
  const key = (await loadTrustedKeys(keysFolder)).get(parsed.keyId);
  if (!key) return `it is signed with the key ${parsed.keyId}, which is not trusted here`;
  const holds = verify(null, Buffer.from(text), key, Buffer.from(parsed.signature, 'base64'));
  return holds ? null : 'its record is not what was signed';
}

/** Null when there is none; empty when it is no file that could be one. */
async function readSignature(path: string): Promise<string | null> {
  try {
    return (await readPlainFile(path, mostRecordBytes)).toString('utf8');
  } catch (error) {
    return fileErrorCode(error) === 'ENOENT' ? null : '';
  }
}

function parseSignature(content: string): z.infer<typeof signatureSchema> | null {
  try {
    return parseWithWords(signatureSchema, JSON.parse(content));
  } catch {
    return null;
  }
}
