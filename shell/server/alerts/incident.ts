import type { Alert } from 'kit/server/alerts/alert-log';

const releaseRecovered = 'visitors get another release, or this one no longer fails';

/** The kinds of incidents that operators are notified of, with their titles, and the sentence for those that can end. */
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
  /** Identifies the incident among those of its kind. All servers give the same incident the same key. */
  key: string;
  /** Null for an incident that concerns no remote. */
  remote: string | null;
  /** What happened, and what to do, in plain words. */
  sentence: string;
}

/** Receives incidents. */
export type Report = (incident: Incident) => void;

/** The alert of an incident. An incident of a kind that can end lasts until it is settled. */
export function alertOf({ kind, key, remote, sentence }: Incident): Alert {
  const { title, end } = endOf(kind);
  const subject = remote === null ? title : `${title} (${remote})`;
  return { kind, key, about: remote, subject, text: sentence, count: 1, lasts: end !== undefined };
}

/** The sentence that operators get when an incident is over. */
export function describeEnd({ kind, about, subject }: Alert): string {
  const { end } = endOf(kind);
  return end === undefined ? subject : `${about === null ? '' : `${about}: `}${end}`;
}

function endOf(kind: string): { title: string; end?: string } {
  // `hasOwn` has just checked that the kind is one of the keys.
  return Object.hasOwn(incidentKinds, kind) ? incidentKinds[kind as IncidentKind] : { title: kind };
}
