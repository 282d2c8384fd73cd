import type { Alert } from 'kit/server/alerts/alert-log';

const releaseRecovered = 'visitors get another release, or this one fails no more';

/** The kinds of incidents that operators are notified of, with their titles, and the sentence for those that can end. */
const incidentKinds = {
  'guard-acted': { title: 'The guard took a release back' },
  'guard-stopped': { title: 'A release fails, and people have to decide', end: releaseRecovered },
  'release-failing': { title: 'A release fails in browsers', end: releaseRecovered },
  'cannot-judge': { title: 'The guard cannot judge releases' },
  'plan-stopped': { title: 'The plan of a canary stopped' },
  'release-refused': { title: 'A release was refused' },
  'server-behind': { title: 'A server does not follow' },
  'staff-refused': { title: 'The staff page refuses somebody again and again' },
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
