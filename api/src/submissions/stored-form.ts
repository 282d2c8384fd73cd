import type { FieldDefinition, FieldDefinitions, FormDefinition, GroupDefinition } from 'kit/contracts/form-definition';
import { industryOfPage, type SubmissionOrigin } from 'kit/contracts/submission-origin';
import { householdOf } from 'kit/server/network-of';
import type { DueDelivery } from '../delivery/channel.ts';
import { type SubmissionKind, submissionKinds } from './kinds.ts';

/** A kept form, read by its definition. */
interface StoredForm {
  /** Of the payload as it is kept, the group of an inquiry's own fields among them. */
  fields: FieldDefinitions;
  /** Nothing when the form is one that we do not know any more. */
  person: FormDefinition['person'] | undefined;
  /** Where the fields that `person` names are. */
  values: Record<string, unknown>;
}

export function formOf(kind: SubmissionKind, payload: Record<string, unknown>): StoredForm {
  if (kind !== 'inquiry') {
    const { fields, added, person }: FormDefinition = submissionKinds[kind];
    return { fields: { ...fields, ...added }, person, values: payload };
  }
  const { fields, forms } = submissionKinds[kind];
  const form = new Map<unknown, FormDefinition>(Object.entries(forms)).get(payload.form);
  return {
    fields: { ...fields, fields: { ...fields.fields, fields: form?.fields ?? {} } },
    person: form?.person,
    values: isGroup(payload.fields) ? payload.fields : {},
  };
}

export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** A value of a form and what stands before it, for people. */
export interface Line {
  label: string;
  value: string;
}

/** What an older form has kept and no definition knows has its own name before it, and is one line. */
export function linesOf(payload: Record<string, unknown>, definitions: FieldDefinitions, parent = ''): Line[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    const definition = definitions[name];
    const own = definition?.mailLabel ?? wordsOf(name);
    const label = parent === '' ? own : `${parent}, ${own.charAt(0).toLowerCase()}${own.slice(1)}`;
    if (value === null || value === undefined || value === '') return [];
    if (Array.isArray(value)) return listLines(label, value, fieldsOf(definition));
    if (isGroup(value)) return linesOf(value, fieldsOf(definition), label);
    return [{ label, value: takesSeveralLines(definition) ? String(value) : oneLine(yesOrNo(value)) }];
  });
}

type Definition = FieldDefinition | GroupDefinition | undefined;

function fieldsOf(definition: Definition): FieldDefinitions {
  return definition && 'fields' in definition ? definition.fields : {};
}

function takesSeveralLines(definition: Definition): boolean {
  return definition !== undefined && 'lines' in definition && definition.lines === 'several';
}

function listLines(label: string, list: unknown[], definitions: FieldDefinitions): Line[] {
  if (list.length === 0) return [];
  if (list.every((entry) => typeof entry !== 'object')) return [{ label, value: oneLine(list.join(', ')) }];
  return list.flatMap((entry, index) => linesOf({ ...(entry as object) }, definitions, `${label} ${index + 1}`)); // Else entries are objects.
}

function yesOrNo(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** `monthlyAdBudget` becomes `Monthly ad budget`. */
function wordsOf(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** What a kept form's row says of where it comes from. */
export interface OriginRow {
  payload: Record<string, unknown>;
  industry: string | null;
  pagePath: string | null;
  partner: string | null;
  consentVersion: string | null;
  ip: string | null;
  createdAt: Date;
}

/** One reading of it for mail, webhook, lists and exports. */
export function originOf(row: OriginRow): SubmissionOrigin {
  const { industry, pagePath, partner, consentVersion, ip, createdAt } = row;
  const consentDeclaredBy = whoDeclaresConsent(row);
  return {
    industry: industry ?? industryOfPage(pagePath),
    page: pagePath,
    partner,
    consentVersion,
    consentDeclaredBy,
    consentedAt: consentDeclaredBy === 'visitor' ? createdAt.toISOString() : null,
    network: ip === null ? null : householdOf(ip),
  };
}

/** A partner's word is no visitor's: only who sends one of our forms without a key has seen our words of consent. */
function whoDeclaresConsent({ payload, partner, consentVersion }: OriginRow): SubmissionOrigin['consentDeclaredBy'] {
  if (partner === null) return consentVersion === null ? null : 'visitor';
  const { certificates } = payload;
  const hasCertificate = isGroup(certificates) && Object.values(certificates).some(Boolean);
  return consentVersion !== null || hasCertificate ? 'partner' : null;
}

/** What the office and its CRM are told of where a form comes from. */
export function originOfDelivery(delivery: DueDelivery): SubmissionOrigin {
  const {
    page_path: pagePath,
    consent_version: consentVersion,
    created_at: createdAt,
    industry,
    partner,
    payload,
    ip,
  } = delivery;
  return originOf({ payload, industry, pagePath, partner, consentVersion, ip, createdAt });
}
