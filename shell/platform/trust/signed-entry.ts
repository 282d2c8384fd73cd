import { type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import type { Signer } from '../keys/signer.ts';

export const signatureSchema = z.strictObject({
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** Ed25519, base64. */
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
});

export type Signature = z.infer<typeof signatureSchema>;

/** An entry of a log as it is stored. */
export interface SignedEntry<Entry> {
  entry: Entry;
  /** Of the entry as JSON, in hex. */
  sha256: string;
  signatures: readonly Signature[];
  /** The whole as it is stored: another order of its keys would have another hash. */
  text: string;
}

/** Which log an entry is of: a signature for one is none for another. */
export type SignedKind = 'rights' | 'composition' | 'change';

/** Signs an entry by its hash. */
export function signHash(kind: SignedKind, sha256: string, signer: Signer): Signature {
  return { keyId: signer.keyId, signature: signer.sign(textOf(kind, sha256)) };
}

/** Whether this key made the signature over the entry. */
export function isSignedBy(
  kind: SignedKind,
  { sha256, signatures }: Pick<SignedEntry<unknown>, 'sha256' | 'signatures'>,
  { keyId, key }: { keyId: string; key: KeyObject },
): boolean {
  return signatures.some(
    (one) =>
      one.keyId === keyId && verify(null, Buffer.from(textOf(kind, sha256)), key, Buffer.from(one.signature, 'base64')),
  );
}

/** {@link isSignedBy} on another thread, for whoever has many of them. Never rejects. */
export function holdsLater(
  kind: SignedKind,
  { sha256, signatures }: Pick<SignedEntry<unknown>, 'sha256' | 'signatures'>,
  { keyId, key }: { keyId: string; key: KeyObject },
): Promise<boolean> {
  const own = signatures.find((one) => one.keyId === keyId);
  if (!own) return Promise.resolve(false);
  return new Promise((resolve) => {
    verify(null, Buffer.from(textOf(kind, sha256)), key, Buffer.from(own.signature, 'base64'), (error, holds) =>
      resolve(!error && holds),
    );
  });
}

function textOf(kind: SignedKind, sha256: string): string {
  return `release platform, ${kind} 1\n${sha256}`;
}
