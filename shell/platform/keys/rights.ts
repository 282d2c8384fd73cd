import type { KeyObject } from 'node:crypto';
import { originSchema } from 'kit/contracts/origins';
import { partNamePattern, remoteNamePattern } from 'kit/contracts/release';
import { slotNamePattern } from 'kit/contracts/slots';
import type { PathNamespace } from 'kit/squad/rules/path-owner';
import * as z from 'zod/mini';
import { decodePublicKey, keyIdOf } from './keys.ts';

/** The actions of a key. `rollback` includes the end of a canary; `policy` covers paths and budgets. */
export const rightActions = ['publish', 'activate', 'canary', 'rollback', 'freeze', 'prune', 'policy'] as const;

export type RightAction = (typeof rightActions)[number];

export const keyNamePattern = /^[a-z0-9][a-z0-9._-]{0,39}$/;
/** A time in ISO 8601, UTC. */
export const instantSchema = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/),
  z.refine((at) => !Number.isNaN(Date.parse(at)), 'it is no time that can be read'),
);
/** SPKI in base64. */
export const publicKeySchema = z.string().check(z.regex(/^[A-Za-z0-9+/]{58,62}={0,2}$/));
export const keyNameSchema = z.string().check(z.regex(keyNamePattern));

export const maxOrigins = 50;

export const keyRightsSchema = z.strictObject({
  publicKey: publicKeySchema,
  /** `*` for every remote, the shell and site-wide actions. */
  remotes: z.union([z.literal('*'), z.array(z.string().check(z.regex(partNamePattern))).check(z.minLength(1))]),
  actions: z.array(z.enum(rightActions)).check(z.minLength(1)),
  /** Foreign origins that the pages of its releases may use. */
  origins: z.optional(z.array(originSchema).check(z.minLength(1), z.maxLength(maxOrigins))),
  /** Slots on pages of others that its releases may fill: `header`, `footer`, and names of slots for widgets. */
  slots: z.optional(z.array(z.string().check(z.regex(slotNamePattern))).check(z.minLength(1), z.maxLength(50))),
  /** The end of validity for new signatures. Earlier ones stay valid. Null for no end. */
  expires: z.nullable(instantSchema),
  /** The time of the revocation. Signatures of the key are then invalid, except those of past switches. */
  revoked: z.optional(instantSchema),
});

export type KeyRights = z.infer<typeof keyRightsSchema>;

export const namespaceSchema = z.strictObject({
  path: z.string().check(z.regex(/^\/[a-z0-9/-]*$/)),
  remote: z.string().check(z.regex(remoteNamePattern)),
});

/** The rights of keys, the paths of remotes and the size budgets, as of one revision of the log. */
export interface RightsContent {
  /** The last revision that changed them, and its hash. */
  revision: number;
  sha256: string;
  /** The root key, SPKI in base64. */
  root: string;
  keys: Readonly<Record<string, KeyRights>>;
  namespaces: readonly PathNamespace[];
  budget: SizeBudget;
  budgets: Readonly<Record<string, SizeBudget>>;
}

/** A decoded key of the list, for verification. */
export interface KnownKey extends KeyRights {
  name: string;
  keyId: string;
  key: KeyObject;
}

interface Question {
  action: RightAction;
  /** Null for an action that concerns no remote. */
  remote: string | null;
  /** The time of the action, ISO 8601; null skips the check of the end date. */
  at: string | null;
}

export class Rights {
  /** Null before the site is founded. */
  readonly content: RightsContent | null;
  readonly keys: readonly KnownKey[];

  constructor(content: RightsContent | null) {
    this.content = content;
    this.keys = Object.entries(content?.keys ?? {}).map(([name, rights]) => {
      const key = decodePublicKey(rights.publicKey);
      return { ...rights, name, key, keyId: keyIdOf(key) };
    });
  }

  get rootKey(): KeyObject | null {
    return this.content && decodePublicKey(this.content.root);
  }

  get namespaces(): readonly PathNamespace[] {
    return this.content?.namespaces ?? [];
  }

  budgetOf(remote: string): SizeBudget {
    const { budgets = {}, budget } = this.content ?? {};
    return (Object.hasOwn(budgets, remote) && budgets[remote]) || (budget ?? { registered: 0, page: 0 });
  }

  without(name: string): Rights {
    if (!this.content) return this;
    const { [name]: _, ...keys } = this.content.keys;
    return new Rights({ ...this.content, keys });
  }

  keyById(keyId: string): KnownKey | undefined {
    return this.keys.find((key) => key.keyId === keyId);
  }

  /** Returns why a key may not do an action, as the end of a sentence that names it; null when it may. */
  objection(keyId: string, { action, remote, at }: Question): string | null {
    const key = this.keyById(keyId);
    if (!key) return `the key ${keyId}, which is not on the list of keys`;
    if (key.revoked) return `the key ${key.name}, which was revoked at ${key.revoked}`;
    if (at !== null && key.expires !== null && Date.parse(at) > Date.parse(key.expires)) {
      return `the key ${key.name}, which ended at ${key.expires}`;
    }
    if (!key.actions.includes(action))
      return `the key ${key.name}, which may ${list.format(key.actions)}, not ${action}`;
    if (key.remotes === '*' || (remote !== null && key.remotes.includes(remote))) return null;
    return `the key ${key.name}, which is for ${list.format(key.remotes)}, not for ${remote ?? 'all remotes'}`;
  }

  /** Returns why a key may not publish a release with these origins, as the end of a sentence; null when it may use them all. */
  originObjection(keyId: string, used: readonly string[]): string | null {
    const key = this.keyById(keyId);
    const granted = key?.origins ?? [];
    const missing = [...new Set(used)].filter((origin) => !granted.includes(origin));
    if (!key || missing.length === 0) return null;
    const grant = grantWords(key, `--origins ${[...granted, ...missing].join(',')}`);
    return `it uses ${list.format(missing)}, which the key ${key.name} was not granted; ${grant}`;
  }

  slotsOf(keyName: string | null): readonly string[] {
    return this.keys.find(({ name }) => name === keyName)?.slots ?? [];
  }

  /** Returns the slots of these that a key was not granted, and how staff grant them; null when it has them all. */
  slotObjection(keyName: string | null, offered: readonly string[]): { missing: string; grant: string } | null {
    const granted = this.slotsOf(keyName);
    const missing = offered.filter((slot) => !granted.includes(slot));
    const key = this.keys.find(({ name }) => name === keyName);
    if (!key || missing.length === 0) return null;
    return { missing: list.format(missing), grant: grantWords(key, `--slots ${[...granted, ...missing].join(',')}`) };
  }
}

/** The end of a sentence: the command with which staff add to the rights of a key. */
function grantWords({ name, remotes, actions, expires }: KnownKey, added: string): string {
  const words = [
    `keys grant ${name} <its public key> --remotes ${remotes === '*' ? 'all' : remotes.join(',')}`,
    `--actions ${actions.join(',')}`,
    ...(expires === null ? [] : [`--until ${expires.replace(/\.\d+Z$/, 'Z')}`]),
    added,
  ];
  return `the staff who have the root key can grant it: npm run release -- ${words.join(' ')} --reason "..."`;
}

const known = new WeakMap<RightsContent, Rights>();

/** Returns the same object for the same content, so that its keys are decoded once. */
export function rightsOf(content: RightsContent | null): Rights {
  if (content === null) return new Rights(null);
  const rights = known.get(content) ?? new Rights(content);
  known.set(content, rights);
  return rights;
}

const list = new Intl.ListFormat('en-GB');

const bytes = z.int().check(z.positive());

export const sizeBudgetSchema = z.strictObject({
  /** The size of the container and the routes, which every page of the remote loads first. */
  registered: bytes,
  /** The size of the container, the routes and the largest page. */
  page: bytes,
});

/** Sizes in brotli bytes on the wire. */
export type SizeBudget = z.infer<typeof sizeBudgetSchema>;

export { ownerOfPath, type PathNamespace } from 'kit/squad/rules/path-owner';

export function remotesIn(namespaces: readonly PathNamespace[]): string[] {
  return [...new Set(namespaces.map(({ remote }) => remote))];
}
