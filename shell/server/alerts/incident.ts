import type { Alert } from 'kit/server/alerts/alert-log';

const over = 'visitors get another release, or this one fails no more';

/** What operators are told of: how it is called, and what is said when a condition is over. */
const incidentKinds = {
  'guard-acted': { title: 'The guard took a release back' },
  'guard-stopped': { title: 'A release fails, and people have to decide', end: over },
  'release-failing': { title: 'A release fails in browsers', end: over },
  'cannot-judge': { title: 'The guard cannot judge releases' },
  'plan-stopped': { title: 'The plan of a canary stopped' },
  'release-refused': { title: 'A release was refused' },
  'server-behind': { title: 'A server does not follow' },
  'staff-refused': { title: 'The staff page refuses somebody again and again' },
} as const satisfies Record<string, { title: string; end?: string }>;

export type IncidentKind = keyof typeof incidentKinds;

export interface Incident {
  kind: IncidentKind;
  /** Tells it from others of its kind, also between servers: the same incident has the same key. */
  key: string;
  /** Null for what is about no remote. */
  remote: string | null;
  /** What happened, and what to do, in plain words. */
  sentence: string;
}

/** Hears of incidents. */
export type Report = (incident: Incident) => void;

/** An incident as operators are told of it. Those of a kind that can be over last until they are settled. */
export function alertOf({ kind, key, remote, sentence }: Incident): Alert {
  const { title, end } = endOf(kind);
  const subject = remote === null ? title : `${title} (${remote})`;
  return { kind, key, about: remote, subject, text: sentence, count: 1, lasts: end !== undefined };
}

/** What people are told when a condition is over. */
export function describeEnd({ kind, about, subject }: Alert): string {
  const { end } = endOf(kind);
  return end === undefined ? subject : `${about === null ? '' : `${about}: `}${end}`;
}

function endOf(kind: string): { title: string; end?: string } {
  // Just looked up among the names.
  return Object.hasOwn(incidentKinds, kind) ? incidentKinds[kind as IncidentKind] : { title: kind };
}
