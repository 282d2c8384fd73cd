import type { KeyObject } from 'node:crypto';
import type { SizeBudget } from '../budgets/size-budget-schema.ts';
import { decodePublicKey, keyIdOf } from '../keys/public-key.ts';
import type { PathNamespace } from '../policy/path-owner.ts';
import type { KeyRights, RightAction, RightsRevision } from './rights-revision.ts';

/** A key of the list, ready to check signatures with. */
export interface KnownKey extends KeyRights {
  name: string;
  keyId: string;
  key: KeyObject;
}

interface Question {
  action: RightAction;
  /** Null for what is about no remote. */
  remote: string | null;
  /** When it was done, ISO 8601; null does not ask for the end date. */
  at: string | null;
}

/** Which key may do what, as one revision of the rights says it. */
export class Rights {
  /** Null until a site is founded. */
  readonly revision: RightsRevision | null;
  readonly keys: readonly KnownKey[];

  constructor(revision: RightsRevision | null) {
    this.revision = revision;
    this.keys = Object.entries(revision?.keys ?? {}).map(([name, rights]) => {
      const key = decodePublicKey(rights.publicKey);
      return { ...rights, name, key, keyId: keyIdOf(key) };
    });
  }

  /** The root key from here on; null until a site is founded. */
  get rootKey(): KeyObject | null {
    return this.revision && decodePublicKey(this.revision.root);
  }

  get namespaces(): readonly PathNamespace[] {
    return this.revision?.namespaces ?? [];
  }

  /** What a remote may weigh. */
  budgetOf(remote: string): SizeBudget {
    const { budgets = {}, budget } = this.revision ?? {};
    return (Object.hasOwn(budgets, remote) && budgets[remote]) || (budget ?? { registered: 0, page: 0 });
  }

  /** The same without one key. */
  without(name: string): Rights {
    if (!this.revision) return this;
    const { [name]: _, ...keys } = this.revision.keys;
    return new Rights({ ...this.revision, keys });
  }

  /** Whether a key may make any release live: it vouches for the whole of what it signs. */
  isForAll(keyId: string): boolean {
    const key = this.keyById(keyId);
    return key?.remotes === '*' && key.actions.includes('activate');
  }

  keyById(keyId: string): KnownKey | undefined {
    return this.keys.find((key) => key.keyId === keyId);
  }

  /** Why a key may not do something, as the end of a sentence that names it; null when it may. */
  objection(keyId: string, { action, remote, at }: Question): string | null {
    const key = this.keyById(keyId);
    if (!key) return `the key ${keyId}, which is not on the list of keys`;
    if (key.revoked) return `the key ${key.name}, which was revoked at ${key.revoked}`;
    if (at !== null && key.expires !== null && Date.parse(at) > Date.parse(key.expires)) {
      return `the key ${key.name}, which ended at ${key.expires}`;
    }
    if (!key.actions.includes(action)) return `the key ${key.name}, which may ${listed(key.actions)}, not ${action}`;
    if (key.remotes === '*' || (remote !== null && key.remotes.includes(remote))) return null;
    return `the key ${key.name}, which is for ${listed(key.remotes)}, not for ${remote ?? 'all remotes'}`;
  }
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
