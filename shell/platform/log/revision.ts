import { createHash } from 'node:crypto';
import { canaryPlanSchema, evidenceSchema } from 'kit/contracts/composition';
import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import { messageOf, oneLine } from 'kit/server/text';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import * as z from 'zod/mini';
import { type Signature, type SignedEntry, signatureSchema } from '../keys/keys.ts';
import {
  instantSchema,
  keyNameSchema,
  keyRightsSchema,
  namespaceSchema,
  publicKeySchema,
  sizeBudgetSchema,
} from '../keys/rights.ts';
import { maxRecordBytes } from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';

const remote = z.string().check(z.regex(partNamePattern));
const id = z.string().check(z.regex(releaseIdPattern));
const until = z.optional(instantSchema);
/** `off`: failures of the release never roll it back automatically. */
const guard = z.optional(z.literal('off'));
const evidence = z.optional(evidenceSchema);
const subjects = z.array(z.string()).check(z.minLength(1));
const { steps, promote } = canaryPlanSchema.shape;

/** Acts that change the rights. The root key signs them; a key with the right `policy` may sign the last two. */
const rightsActions = [
  /** The first act, signed by the root key that it names. */
  z.strictObject({
    type: z.literal('found'),
    root: publicKeySchema,
    keys: z.record(keyNameSchema, keyRightsSchema),
    namespaces: z.array(namespaceSchema),
    budget: sizeBudgetSchema,
  }),
  /** Adds a key to the list, or changes the rights of a listed key. */
  z.strictObject({
    type: z.literal('grant'),
    name: keyNameSchema,
    ...z.omit(keyRightsSchema, { revoked: true }).shape,
  }),
  z.strictObject({ type: z.literal('revoke'), name: keyNameSchema }),
  /** Replaces a key, which ends. Without `expires` the new key keeps the end of the former one. */
  z.strictObject({
    type: z.literal('rotate-key'),
    name: keyNameSchema,
    publicKey: publicKeySchema,
    expires: z.optional(z.nullable(instantSchema)),
  }),
  /** Signed by the old root key and by the new one. */
  z.strictObject({ type: z.literal('rotate-root'), root: publicKeySchema }),
  z.strictObject({
    type: z.literal('paths'),
    path: namespaceSchema.shape.path,
    remote: z.nullable(namespaceSchema.shape.remote),
  }),
  z.strictObject({
    type: z.literal('budget'),
    remote: z.string().check(z.regex(partNamePattern)),
    budget: sizeBudgetSchema,
  }),
] as const;

/** Acts that change which releases visitors get, or who may change that. */
const switchActions = [
  z.strictObject({ type: z.literal('activate'), remote, id, guard }),
  z.strictObject({
    type: z.literal('rollback'),
    /** `previous` is the target of a second rollback. */
    moves: z
      .array(z.strictObject({ remote, to: id, previous: z.nullable(id) }))
      .check(z.minLength(1), z.maxLength(100)),
    evidence,
  }),
  /** Starts a canary or changes its share. With a plan, the share is that of its first step. */
  z.strictObject({
    type: z.literal('canary'),
    remote,
    id,
    percent: z.number().check(z.gt(0), z.lte(100)),
    plan: z.optional(z.strictObject({ steps, promote })),
  }),
  z.strictObject({ type: z.literal('promote'), remote, id, guard, byPlan: z.optional(z.literal(true)), evidence }),
  z.strictObject({ type: z.literal('abort'), remote, evidence }),
  z.strictObject({ type: z.literal('advance'), remote, evidence }),
  z.strictObject({ type: z.literal('pause'), remote }),
  z.strictObject({ type: z.literal('resume'), remote }),
  z.strictObject({ type: z.literal('freeze'), remote, until }),
  z.strictObject({ type: z.literal('unfreeze'), remote }),
  z.strictObject({ type: z.literal('freeze-site'), until }),
  z.strictObject({ type: z.literal('unfreeze-site') }),
  z.strictObject({ type: z.literal('withdraw'), remote }),
  z.strictObject({ type: z.literal('restore'), remote }),
  /** Reverts the newest switch, which it names. */
  z.strictObject({ type: z.literal('undo'), revision: z.int().check(z.positive()) }),
] as const;

/** Acts on stored releases, as `remote id`. They change no state. */
const upkeepActions = [
  z.strictObject({ type: z.literal('prune'), subjects }),
  z.strictObject({ type: z.literal('resign'), subjects }),
] as const;

const actionSchema = z.discriminatedUnion('type', [...rightsActions, ...switchActions, ...upkeepActions]);

export type Action = z.infer<typeof actionSchema>;
export type RightsAction = z.infer<(typeof rightsActions)[number]>;
export type SwitchAction = z.infer<(typeof switchActions)[number]>;
export type UpkeepAction = z.infer<(typeof upkeepActions)[number]>;

const typesOf = (actions: readonly { shape: { type: z.ZodMiniLiteral<Action['type']> } }[]) =>
  new Set(actions.flatMap(({ shape }) => shape.type.def.values));
const rightsTypes = typesOf(rightsActions);
const upkeepTypes = typesOf(upkeepActions);

export function isRightsAction(action: Action): action is RightsAction {
  return rightsTypes.has(action.type);
}

export function isUpkeepAction(action: Action): action is UpkeepAction {
  return upkeepTypes.has(action.type);
}

/** One revision of a site: the act, its author, time and reason. It does not contain the resulting state. */
const revisionSchema = z.strictObject({
  /** The number; 0 is the founding. */
  revision: z.int().check(z.nonnegative()),
  /** The hash of the previous revision; null for the founding. */
  previous: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  at: instantSchema,
  by: z.string().check(z.minLength(1)),
  reason: z.string(),
  action: actionSchema,
});

export type Revision = z.infer<typeof revisionSchema>;

/** Describes an act in one line: `#12 activate of mf-agents to 1.0.0-0a1b2c3d by anna at 2026-11-20 18:31 UTC`. */
export function describeEntry(entry: Revision): string {
  return describeAct(entry, entry.action.type, subjectsOf(entry.action));
}

function subjectsOf(action: Revision['action']): string[] {
  if (action.type === 'rollback') return action.moves.map(({ remote, to }) => `${remote} to ${to}`);
  if ('remote' in action && action.remote) return ['id' in action ? `${action.remote} to ${action.id}` : action.remote];
  return 'name' in action ? [action.name] : [];
}

export function describeAct(
  { revision, by, at }: Pick<Revision, 'revision' | 'by' | 'at'>,
  action: string,
  subjects: readonly string[],
): string {
  const subject = subjects.length === 0 ? '' : ` of ${subjects.join(' and ')}`;
  return `#${revision} ${action}${subject} by ${oneLine(by)} at ${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Another process has appended this number first. */
export class RevisionTakenError extends ReleaseError {
  override readonly name = 'RevisionTakenError';
  readonly revision: number;

  constructor(revision: number, winner: string) {
    super('revision-taken', `Another operator was first: ${winner}. Nothing was changed; look at it and try again.`);
    this.revision = revision;
  }
}

const envelopeSchema = z.strictObject({
  entry: z.record(z.string(), z.unknown()),
  sha256: z.string(),
  signatures: z.optional(z.array(signatureSchema).check(z.maxLength(4))),
});

const wholeSchema = z.object({ entry: z.record(z.string(), z.unknown()), sha256: z.string() });

/** The revision is intact, but has a form that only a newer program knows. */
class UnknownFormError extends Error {}

/** Returns why an existing revision is invalid, as a sentence. */
export function unreadableRevision(what: string, error: unknown): string {
  const cause = oneLine(messageOf(error));
  if (!(error instanceof UnknownFormError)) return `${what} is damaged and does not count: ${cause}.`;
  return `${what} was written by a newer server program and does not count here (${cause}): update this one; what is in effect stays so meanwhile.`;
}

/** Returns the stored form of an entry, with its hash, which detects damage, and its signatures. */
export function serializeRevision(entry: Revision, sign: (sha256: string) => readonly Signature[]): string {
  const sha256 = digest(entry);
  return `${JSON.stringify({ entry, sha256, signatures: sign(sha256) }, null, 2)}\n`;
}

/** Parses the text of `serializeRevision`. Throws the end of a sentence if it is damaged. */
export function parseRevision(revision: number, text: string): SignedEntry<Revision> {
  if (text.length > maxRecordBytes)
    throw new Error(`it is too large (${text.length} bytes, at most ${maxRecordBytes})`);
  const given: unknown = JSON.parse(text);
  const whole = parseWithWords(wholeSchema, given);
  if (digest(whole.entry) !== whole.sha256) throw new Error('its content does not match its hash');
  const content = parseKnownForm(envelopeSchema, given);
  parseKnownForm(revisionSchema, content.entry);
  // The parsed copy of the schema may have another order of fields, and so another hash.
  const entry = content.entry as Revision;
  if (entry.revision !== revision) throw new Error(`it holds revision ${entry.revision}`);
  return { entry, sha256: content.sha256, signatures: content.signatures ?? [], text };
}

/**
 * Parses an entry that another program signed. Its hash covers the exact text. Throws the end of a sentence if it is invalid or
 * is not in the stored form.
 */
export function parseEntry(text: string, signatures: readonly Signature[]): SignedEntry<Revision> {
  const given: unknown = JSON.parse(text);
  parseWithWords(revisionSchema, given);
  if (JSON.stringify(given) !== text) throw new Error('it is not written as revisions are');
  // The parsed copy of the schema may have another order of fields, and so another hash.
  const entry = given as Revision;
  return { entry, sha256: digest(entry), signatures, text };
}

/** Parses a value. Unknown members or choices mean a newer form, not damage. */
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
