import type { OfficeRole } from 'kit/contracts/office';
import { partNamePattern } from 'kit/contracts/release';

/**
 * What somebody of the staff may do: look at releases (`read`), work in the inbox (`office`), change what is live and all of
 * that (`operate`), or change the remotes that they own.
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

/** The role as it stands in STAFF_TOKENS. */
export function nameRole(role: StaffRole): string {
  return role.kind === 'own' ? `own=${role.remotes.join('+')}` : role.kind;
}

/** What somebody is in the inbox; null for squads and for who may read, who see nobody's data. */
export function officeRoleOf({ kind }: StaffRole): OfficeRole | null {
  return kind === 'office' || kind === 'operate' ? kind : null;
}

const descriptions = {
  read: 'may read',
  office: 'may work in the inbox',
  operate: 'may change everything',
} as const;

/** What somebody may do, for the page. */
export function describeRole(role: StaffRole): string {
  return role.kind === 'own' ? `may change ${role.remotes.join(' and ')}` : descriptions[role.kind];
}
