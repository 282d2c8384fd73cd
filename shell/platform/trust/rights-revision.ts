import { partNamePattern, remoteNamePattern } from 'kit/contracts/release';
import * as z from 'zod/mini';
import { sizeBudgetSchema } from '../budgets/size-budget-schema.ts';

/** What a key may do. `rollback` includes ending a canary; `policy` is about paths and budgets. */
export const rightActions = ['publish', 'activate', 'canary', 'rollback', 'freeze', 'prune', 'policy'] as const;

export type RightAction = (typeof rightActions)[number];

export const keyNamePattern = /^[a-z0-9][a-z0-9._-]{0,39}$/;

const remoteName = z.string().check(z.regex(remoteNamePattern));
/** A key may be for the shell, too. */
const partName = z.string().check(z.regex(partNamePattern));
const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** SPKI in base64. */
const publicKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{58,62}={0,2}$/));

const keyRightsSchema = z.strictObject({
  publicKey,
  /** `*`: every remote, the shell, and what belongs to none. */
  remotes: z.union([z.literal('*'), z.array(partName).check(z.minLength(1))]),
  actions: z.array(z.enum(rightActions)).check(z.minLength(1)),
  /** From then on it signs nothing new; what it signed before stays good. Null: never. */
  expires: z.nullable(instant),
  /** From then on nothing that it signed is good any more. */
  revoked: z.optional(instant),
});

export type KeyRights = z.infer<typeof keyRightsSchema>;

/**
 * One revision of the rights: which key may do what, which paths belong to which remote, and what each may weigh. Each is
 * whole, holds the hash of the one before, and is signed by the root key, or by a key with the right to change paths and budgets.
 */
export const rightsRevisionSchema = z.strictObject({
  revision: z.int().check(z.positive()),
  at: instant,
  by: z.string().check(z.minLength(1)),
  reason: z.string(),
  /** What changed, for the log. */
  action: z.enum(['found', 'grant', 'revoke', 'rotate-root', 'budget', 'paths']),
  /** The keys or remotes that it is about, a line for each. */
  subjects: z.array(z.string()),
  previous: z.nullable(sha256),
  /** The root key from here on. */
  root: publicKey,
  /** In force for revisions of the composition above this one. */
  after: z.int().check(z.nonnegative()),
  /** The hash of that revision: nobody can put others in its place or before it. */
  head: z.nullable(sha256),
  keys: z.record(z.string().check(z.regex(keyNamePattern)), keyRightsSchema),
  namespaces: z.array(z.strictObject({ path: z.string().check(z.regex(/^\/[a-z0-9/-]*$/)), remote: remoteName })),
  /** Of a remote without a budget of its own. */
  budget: sizeBudgetSchema,
  budgets: z.record(remoteName, sizeBudgetSchema),
});

export type RightsRevision = z.infer<typeof rightsRevisionSchema>;
