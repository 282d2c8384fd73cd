import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { OfficeRole } from 'kit/contracts/office';
import { partNamePattern } from 'kit/contracts/release';

/**
 * The rights of a member of the staff: see releases (`read`), work in the inbox (`office`), both of these and change
 * releases (`operate`), or change some remotes (`own`).
 */
export type StaffRole =
  | { kind: 'read' }
  | { kind: 'office' }
  | { kind: 'operate' }
  | { kind: 'own'; remotes: readonly string[] };

/** Reads `read`, `office`, `operate` or `own=mf-agents+mf-demos`; null for anything else. */
export function parseRole(text: string): StaffRole | null {
  if (text === 'read' || text === 'office' || text === 'operate') return { kind: text };
  const [, list] = /^own=(.+)$/.exec(text) ?? [];
  const remotes = list?.split('+') ?? [];
  return remotes.length > 0 && remotes.every((name) => partNamePattern.test(name)) ? { kind: 'own', remotes } : null;
}

export function nameRole(role: StaffRole): string {
  return role.kind === 'own' ? `own=${role.remotes.join('+')}` : role.kind;
}

/** Gives the role in the inbox. It is null for `own` and `read`, which may not see personal data. */
export function officeRoleOf({ kind }: StaffRole): OfficeRole | null {
  return kind === 'office' || kind === 'operate' ? kind : null;
}

export function mayEnterRoom({ role }: Pick<StaffMember, 'role'>): boolean {
  return role.kind !== 'office';
}

const descriptions = {
  read: 'may read',
  office: 'may work in the inbox',
  operate: 'may change everything',
} as const;

export function describeRole(role: StaffRole): string {
  return role.kind === 'own' ? `may change ${role.remotes.join(' and ')}` : descriptions[role.kind];
}

/** The minimum length of a token, because shorter ones could be guessed. */
const shortestToken = 16;
const pairPattern = /^(?<name>[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}):(?<token>[^\s:]+)(?::(?<role>\S*))?$/u;

export interface StaffMember {
  name: string;
  role: StaffRole;
}

export function whoIs({ name, role }: StaffMember): string {
  return `${name} (${nameRole(role)})`;
}

/** The members of the staff, each with a token of their own. */
export class StaffTokens {
  /** The key that signs sessions. It changes with the tokens, so that a change of the tokens ends all sessions. */
  readonly key: Buffer;
  readonly #staff: readonly (StaffMember & { digest: Buffer })[];

  /**
   * @param text pairs `name:token` or `name:token:role`, separated by commas; without a role, the role is `operate`
   * @param secret what else sessions depend on: a change ends them all
   * @throws Error with one sentence that names the fault, never a token.
   */
  constructor(text: string, secret = '') {
    const fault = (why: string) => new Error(`STAFF_TOKENS: ${why}`);
    this.key = createHash('sha256').update(`staff-1\0${text}\0${secret}`).digest();
    this.#staff = (text === '' ? [] : text.split(',')).map((pair, index) => {
      const { name, token, role: words = 'operate' } = pairPattern.exec(pair.trim())?.groups ?? {};
      if (!name || !token) throw fault(`the pair ${index + 1} is not of the form name:token or name:token:role.`);
      if (token.length < shortestToken)
        throw fault(`the token of ${name} is shorter than ${shortestToken} characters.`);
      const role = parseRole(words);
      if (role) return { name, role, digest: this.#digest(token) };
      throw fault(`the role of ${name} is none of read, office, operate and own=mf-x+mf-y; a token holds no colon.`);
    });
    for (const { name, role } of this.#staff) {
      const [first] = this.#staff.filter((member) => member.name === name);
      if (first && nameRole(first.role) === nameRole(role)) continue;
      throw fault(`${name} has two roles; give each person one, or each role a name of its own.`);
    }
  }

  get members(): readonly StaffMember[] {
    return [...new Map(this.#staff.map(({ name, role }) => [name, { name, role }])).values()];
  }

  /** Finds the member with this token. Every token is compared in full, so that the time reveals nothing. */
  memberOf(token: string): StaffMember | null {
    const given = this.#digest(token);
    const [found] = this.#staff.filter(({ digest }) => timingSafeEqual(digest, given));
    return found ? { name: found.name, role: found.role } : null;
  }

  /** Gives null for a name that is no longer on the list. */
  named(name: string): StaffMember | null {
    return this.#staff.find((member) => member.name === name) ?? null;
  }

  get officeNames(): string[] {
    return [...new Set(this.#staff.filter(({ role }) => officeRoleOf(role) !== null).map(({ name }) => name))].sort();
  }

  #digest(token: string): Buffer {
    return createHmac('sha256', this.key).update(token).digest();
  }
}
