import { remoteNamePattern } from 'kit/contracts/release';

/** What somebody of the staff may do: `read`, `operate`, or roll back the remotes that they own. */
export type StaffRole = { kind: 'read' } | { kind: 'operate' } | { kind: 'own'; remotes: readonly string[] };

/** Reads `read`, `operate` or `own=mf-agents+mf-demos`; null for anything else. */
export function parseRole(text: string): StaffRole | null {
  if (text === 'read' || text === 'operate') return { kind: text };
  const [, list] = /^own=(.+)$/.exec(text) ?? [];
  const remotes = list?.split('+') ?? [];
  return remotes.length > 0 && remotes.every((name) => remoteNamePattern.test(name)) ? { kind: 'own', remotes } : null;
}

/** The role as it stands in STAFF_TOKENS. */
export function nameRole(role: StaffRole): string {
  return role.kind === 'own' ? `own=${role.remotes.join('+')}` : role.kind;
}

export function mayRollBack(role: StaffRole, remote: string): boolean {
  return role.kind === 'operate' || (role.kind === 'own' && role.remotes.includes(remote));
}

/** What somebody may do, for the page. */
export function describeRole(role: StaffRole): string {
  if (role.kind === 'own') return `may roll back ${role.remotes.join(' and ')}`;
  return role.kind === 'operate' ? 'may roll back everything' : 'may read';
}
