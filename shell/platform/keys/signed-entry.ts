import { type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import type { Signer } from './signer.ts';

export const signatureSchema = z.strictObject({
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** Ed25519, base64. */
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
});

export type Signature = z.infer<typeof signatureSchema>;

/** An entry of the log as it is stored. */
export interface SignedEntry<Entry> {
  entry: Entry;
  /** Of the entry as JSON, in hex. */
  sha256: string;
  signatures: readonly Signature[];
  /** The whole as it is stored: another order of its keys would have another hash. */
  text: string;
}

/** Signs an entry by its hash. */
export function signHash(sha256: string, signer: Signer): Signature {
  return { keyId: signer.keyId, signature: signer.sign(textOf(sha256)) };
}

/** What squads sign as well: `revisionSigningText` of the contract says it to them. */
function textOf(sha256: string): string {
  return `release platform, composition 1\n${sha256}`;
}

/** Whether a key made a signature over the entry with this hash. */
export function isSignedBy(sha256: string, { signature }: Signature, key: KeyObject): boolean {
  return verify(null, Buffer.from(textOf(sha256)), key, Buffer.from(signature, 'base64'));
}
