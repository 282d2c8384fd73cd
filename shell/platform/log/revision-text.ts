import { createHash } from 'node:crypto';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import * as z from 'zod/mini';
import { type Signature, type SignedEntry, signatureSchema } from '../keys/keys.ts';
import { messageOf, oneLine } from '../storage/text.ts';
import { type Revision, revisionSchema } from './revision.ts';

const envelopeSchema = z.strictObject({
  entry: z.record(z.string(), z.unknown()),
  sha256: z.string(),
  signatures: z.optional(z.array(signatureSchema).check(z.maxLength(4))),
});

const wholeSchema = z.object({ entry: z.record(z.string(), z.unknown()), sha256: z.string() });

/** It is whole, and of a form that this program does not know: a newer one wrote it. */
class UnknownFormError extends Error {}

/** Why a revision that is there does not count, as a sentence. */
export function unreadableRevision(what: string, error: unknown): string {
  const cause = oneLine(messageOf(error));
  if (!(error instanceof UnknownFormError)) return `${what} is damaged and does not count: ${cause}.`;
  return `${what} was written by a newer server program and does not count here (${cause}): update this one; what is in effect stays so meanwhile.`;
}

/** An entry as it is stored: beside a hash of it, so that no flipped byte goes unnoticed, and its signatures. */
export function writeRevision(entry: Revision, sign?: (sha256: string) => readonly Signature[]): string {
  const sha256 = digest(entry);
  return `${JSON.stringify({ entry, sha256, ...(sign && { signatures: sign(sha256) }) }, null, 2)}\n`;
}

/** Reads what `writeRevision` wrote. Throws the end of a sentence when it is damaged. */
export function parseRevision(revision: number, text: string): SignedEntry<Revision> {
  const given: unknown = JSON.parse(text);
  const whole = parseWithWords(wholeSchema, given);
  if (digest(whole.entry) !== whole.sha256) throw new Error('its content does not match its hash');
  const content = parseKnownForm(envelopeSchema, given);
  parseKnownForm(revisionSchema, content.entry);
  // As it came: the schema's own copy may have its fields in another order, which is another hash.
  const entry = content.entry as Revision;
  if (entry.revision !== revision) throw new Error(`it holds revision ${entry.revision}`);
  return { entry, sha256: content.sha256, signatures: content.signatures ?? [], text };
}

/**
 * Reads an entry by itself, that somebody else signed: its hash is over the very text. Throws the end of a sentence when it
 * is none, or when it is written in another way than it would be stored.
 */
export function parseEntry(text: string, signatures: readonly Signature[]): SignedEntry<Revision> {
  const given: unknown = JSON.parse(text);
  parseWithWords(revisionSchema, given);
  if (JSON.stringify(given) !== text) throw new Error('it is not written as revisions are');
  // As it came: the schema's own copy may have its fields in another order, which is another hash.
  const entry = given as Revision;
  return { entry, sha256: digest(entry), signatures, text };
}

/** What has members, or words of a list, that are not known here is not damaged. */
function parseKnownForm<Output>(schema: z.ZodMiniType<Output>, value: unknown): Output {
  try {
    return parseWithWords(schema, value);
  } catch (error) {
    const codes = z.safeParse(schema, value).error?.issues.map(({ code }) => code) ?? [];
    const isUnknown = codes.includes('unrecognized_keys') || codes.includes('invalid_value');
    throw isUnknown ? new UnknownFormError(messageOf(error), { cause: error }) : error;
  }
}

export function digest(entry: Revision | Record<string, unknown>): string {
  return createHash('sha256').update(JSON.stringify(entry)).digest('hex');
}
