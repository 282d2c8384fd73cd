import type { Alert } from 'kit/server/alerts/alert-log';

const releaseRecovered = 'visitors get another release, or this one no longer fails';

/** The incidents of which operators are notified: the title, and the sentence for the end of a kind that can end. */
const incidentKinds = {
  'guard-acted': { title: 'A release was rolled back automatically' },
  'guard-stopped': { title: 'A release is failing and needs a decision', end: releaseRecovered },
  'release-failing': { title: 'A release is failing in browsers', end: releaseRecovered },
  'cannot-judge': { title: 'Releases cannot be evaluated' },
  'plan-stopped': { title: 'A canary plan stopped' },
  'release-refused': { title: 'A release was refused' },
  'server-behind': { title: 'A shell server is behind' },
  'staff-refused': { title: 'Repeated refusals on the staff pages' },
} as const satisfies Record<string, { title: string; end?: string }>;

export type IncidentKind = keyof typeof incidentKinds;

export interface Incident {
  kind: IncidentKind;
  /** Identifies the incident among those of its kind. All servers use the same key for the same incident. */
  key: string;
  remote: string | null;
  /** What happened and what to do, as one sentence. */
  sentence: string;
}

export type Report = (incident: Incident) => void;

/** The alert of an incident. If its kind can end, it lasts until it is resolved. */
export function alertOf({ kind, key, remote, sentence }: Incident): Alert {
  const { title, end } = endOf(kind);
  const subject = remote === null ? title : `${title} (${remote})`;
  return { kind, key, about: remote, subject, text: sentence, count: 1, lasts: end !== undefined };
}

export function describeEnd({ kind, about, subject }: Alert): string {
  const { end } = endOf(kind);
  return end === undefined ? subject : `${about === null ? '' : `${about}: `}${end}`;
}

function endOf(kind: string): { title: string; end?: string } {
  // The cast is safe: `hasOwn` has checked the key.
  return Object.hasOwn(incidentKinds, kind) ? incidentKinds[kind as IncidentKind] : { title: kind };
}
