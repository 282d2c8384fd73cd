import { createHash } from 'node:crypto';
import type { Incident, IncidentKind } from '../../platform/index.ts';

/** What every way to people says, each in its form. */
export interface AlertSite {
  brand: string;
  /** Where staff look and decide. */
  roomUrl: string;
}

const titles: Record<IncidentKind, string> = {
  'guard-acted': 'The guard took a release back',
  'guard-stopped': 'A release fails, and people have to decide',
  'cannot-judge': 'The guard cannot judge releases',
  'plan-stopped': 'The plan of a canary stopped',
  'release-refused': 'A release was refused',
  'server-behind': 'A server does not follow',
  'staff-refused': 'The staff page refuses somebody again and again',
};

export function titleOf({ kind, remote }: Incident): string {
  return remote === null ? titles[kind] : `${titles[kind]} (${remote})`;
}

/** The same for the same incident, on every server: who takes it twice can tell. */
export function messageIdOf(id: string): string {
  return `msg_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
