import { verify } from 'node:crypto';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import * as z from 'zod/mini';
import type { LoadedRelease } from '../release/release-files.ts';
import { type ReleaseStore, signatureFile } from '../store/release-store.ts';
import type { Rights } from './rights.ts';
import { signatureSchema } from './signed-entry.ts';
import type { Signer } from './signer.ts';

const releaseSignatureSchema = z.extend(signatureSchema, { algorithm: z.literal('Ed25519') });

type ReleaseSignature = z.infer<typeof releaseSignatureSchema>;

/** The content of `release.sig` for a record. */
export function signRecord(signer: Signer, recordText: string): string {
  const signature = { algorithm: 'Ed25519', keyId: signer.keyId, signature: signer.sign(recordText) };
  return `${JSON.stringify(signature)}\n`;
}

/** Who may have signed a release: as the rights say it, for one that goes live now, or for one that is used already. */
export interface Trust {
  store: ReleaseStore;
  rights: Rights;
  /** ISO 8601: the key's end date counts. Null for a release that was taken before it came. */
  at: string | null;
}

/** Why no signature of a release's record is good enough to run it, or null when one is. */
export async function signatureProblem(trust: Trust, release: LoadedRelease): Promise<string | null> {
  return (await signatureOf(trust, release)).problem;
}

/** The name of the key that a release counts by; null when it does not. */
export async function publisherOf(trust: Trust, release: LoadedRelease): Promise<string | null> {
  return (await signatureOf(trust, release)).key;
}

async function signatureOf(
  { store, rights, at }: Trust,
  { record, signature: own, text }: LoadedRelease,
): Promise<{ key: string | null; problem: string | null }> {
  const ofPublisher = firstThatHolds(own === null ? [] : [own]);
  if (ofPublisher.problem === null) return ofPublisher;
  // Only then: a store may take its time, or money, for each question.
  const later = await store.readSignatures(record.remote, record.id);
  const signedLater = firstThatHolds(later);
  if (signedLater.problem === null) return signedLater;
  return ofPublisher;

  function firstThatHolds(contents: readonly string[]): { key: string | null; problem: string | null } {
    let problem: string | null = null;
    for (const content of contents) {
      const found = contentObjection({ rights, at }, { remote: record.remote, text, content });
      if (found === null)
        return { key: rights.keyById(parseSignature(content)?.keyId ?? '')?.name ?? null, problem: null };
      problem ??= found;
    }
    return { key: null, problem: problem ?? 'it is not signed' };
  }
}

/** Why the content of a `release.sig` does not vouch for the text of a record, as the end of a sentence; null when it does. */
export function contentObjection(
  { rights, at }: Pick<Trust, 'rights' | 'at'>,
  { remote, text, content }: { remote: string; text: string; content: string },
): string | null {
  const parsed = parseSignature(content);
  if (!parsed) return `its ${signatureFile} is damaged`;
  const objection = rights.objection(parsed.keyId, { action: 'publish', remote, at });
  if (objection !== null) return `it is signed by ${objection}`;
  const key = rights.keyById(parsed.keyId);
  const holds = key && verify(null, Buffer.from(text), key.key, Buffer.from(parsed.signature, 'base64'));
  return holds ? null : 'its record is not what was signed';
}

function parseSignature(content: string): ReleaseSignature | null {
  try {
    return parseWithWords(releaseSignatureSchema, JSON.parse(content));
  } catch {
    return null;
  }
}
