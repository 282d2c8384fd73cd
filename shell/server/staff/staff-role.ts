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

/** Gives the role as STAFF_TOKENS writes it. */
export function nameRole(role: StaffRole): string {
  return role.kind === 'own' ? `own=${role.remotes.join('+')}` : role.kind;
}

/** Gives the role in the inbox. It is null for `own` and `read`, which may not see personal data. */
export function officeRoleOf({ kind }: StaffRole): OfficeRole | null {
  return kind === 'office' || kind === 'operate' ? kind : null;
}

const descriptions = {
  read: 'may read',
  office: 'may work in the inbox',
  operate: 'may change everything',
} as const;

/** Describes the role for the page. */
export function describeRole(role: StaffRole): string {
  return role.kind === 'own' ? `may change ${role.remotes.join(' and ')}` : descriptions[role.kind];
}
