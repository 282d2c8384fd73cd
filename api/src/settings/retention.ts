import { type SubmissionKind, submissionKinds } from '../submissions/kinds.ts';

/** Days after which forms of a kind are erased. */
export type Retention = Partial<Record<SubmissionKind, number>>;

/** Reads `730` for all kinds, or `lead=730,feedback=365`. An empty text means none. @returns null for anything else */
export function parseRetention(text: string): Retention | null {
  const retention: Retention = {};
  if (text.trim() === '') return retention;
  const kinds = Object.keys(submissionKinds) as SubmissionKind[]; // its own keys
  if (/^\d+$/.test(text.trim())) {
    const days = daysOf(text.trim());
    return days === null ? null : Object.fromEntries(kinds.map((kind) => [kind, days]));
  }
  for (const part of text.split(',')) {
    const [name, number = '', ...rest] = part.trim().split('=');
    const kind = kinds.find((known) => known === name);
    const days = daysOf(number);
    if (kind === undefined || days === null || rest.length > 0 || retention[kind] !== undefined) return null;
    retention[kind] = days;
  }
  return retention;
}

function daysOf(text: string): number | null {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= 36_500 ? days : null;
}
