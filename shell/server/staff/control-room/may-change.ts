import type { StaffRole } from '../staff-role.ts';

/** Whether the role may change all of these remotes. The empty list stands for the whole site. */
export function mayChange(role: StaffRole, remotes: readonly string[]): boolean {
  if (role.kind === 'operate') return true;
  return role.kind === 'own' && remotes.length > 0 && remotes.every((remote) => role.remotes.includes(remote));
}
