import { formOf, isGroup } from './form-of.ts';
import type { SubmissionKind } from './kinds.ts';

/** Whom a form is from and what about, for people who look through many of them. What it lacks is empty. */
export interface Person {
  name: string;
  phone: string;
  email: string;
  about: string;
}

/** The fields of a form with the names of their groups before them: `certificates.jornayaLeadId`. */
export function flatten(payload: Record<string, unknown>, parent = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]): [string, unknown][] =>
      isGroup(value) ? Object.entries(flatten(value, `${parent}${name}.`)) : [[parent + name, value]],
    ),
  );
}

export function personOf(kind: SubmissionKind, payload: Record<string, unknown>): Person {
  const { person, values } = formOf(kind, payload);
  const text = (name: string | undefined) => (name === undefined ? '' : String(values[name] || ''));
  return {
    name: text(person?.name),
    phone: text(person?.phone),
    email: text(person?.email),
    about: text(person?.about),
  };
}

/** The same for the office's lists: an inquiry is about what its page said. */
export function listedPersonOf(kind: SubmissionKind, payload: Record<string, unknown>): Person {
  const person = personOf(kind, payload);
  return kind === 'inquiry' ? { ...person, about: String(payload.about || payload.form || '') } : person;
}
