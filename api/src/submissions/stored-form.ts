import type { FieldDefinition, FieldDefinitions, FormDefinition, GroupDefinition } from 'kit/contracts/form-definition';
import { industryOfPage, originFields, type SubmissionOrigin } from 'kit/contracts/submission-origin';
import { householdOf } from 'kit/server/network-of';
import type { EventSource } from '../delivery/channel.ts';
import { type SubmissionKind, submissionKinds } from './kinds.ts';

/** In quarantine: neither released nor erased. A test is never delivered, so it is not in quarantine either. */
export const isHeld = 'quarantine_reason is not null and purged_at is null and not is_test';

/** A stored form, interpreted by its definition. */
interface StoredForm {
  /** The fields of the stored payload, including the group of an inquiry's own fields. */
  fields: FieldDefinitions;
  /** Undefined for a form that no longer exists. */
  person: FormDefinition['person'] | undefined;
  /** The object that holds the fields that `person` names. */
  values: Record<string, unknown>;
}

function formOf(kind: SubmissionKind, payload: Record<string, unknown>): StoredForm {
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

/** The sender and the subject of a form, for lists. Missing values are empty. */
export interface Person {
  name: string;
  phone: string;
  email: string;
  about: string;
}

/** The fields of a form with their groups as prefixes: `certificates.jornayaLeadId`. */
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

/** The person for the office's lists: the subject of an inquiry is its page's. */
export function listedPersonOf(kind: SubmissionKind, payload: Record<string, unknown>): Person {
  const person = personOf(kind, payload);
  return kind === 'inquiry' ? { ...person, about: String(payload.about || payload.form || '') } : person;
}

export interface Line {
  label: string;
  value: string;
}

/** A field of an older form without a definition is labelled with its own name and shown on one line. */
function linesOf(payload: Record<string, unknown>, definitions: FieldDefinitions, parent = ''): Line[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    const definition = definitions[name];
    const own = definition?.mailLabel ?? labelOf(name);
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
  return list.flatMap((entry, index) => linesOf({ ...(entry as object) }, definitions, `${label} ${index + 1}`)); // other entries are objects
}

function yesOrNo(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** `monthlyAdBudget` becomes `Monthly ad budget`. */
function labelOf(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

export type OriginRow = Pick<
  EventSource,
  'payload' | 'industry' | 'page_path' | 'partner' | 'consent_version' | 'ip' | 'created_at'
>;

/** The origin of a form for mail, webhook, lists and exports. */
export function originOf(row: OriginRow): SubmissionOrigin {
  const { industry, page_path: page, partner, consent_version: consentVersion, ip, created_at: createdAt } = row;
  const consentDeclaredBy = whoDeclaresConsent(row);
  return {
    industry: industry ?? industryOfPage(page),
    page,
    partner,
    consentVersion,
    consentDeclaredBy,
    consentedAt: consentDeclaredBy === 'visitor' ? createdAt.toISOString() : null,
    network: ip === null ? null : householdOf(ip),
  };
}

/**
 * A partner's statement is not the visitor's: only a visitor who sends our own form without a key has seen our consent text.
 */
function whoDeclaresConsent(row: OriginRow): SubmissionOrigin['consentDeclaredBy'] {
  const { payload, partner, consent_version: consentVersion } = row;
  if (partner === null) return consentVersion === null ? null : 'visitor';
  const { certificates } = payload;
  const hasCertificate = isGroup(certificates) && Object.values(certificates).some(Boolean);
  return consentVersion !== null || hasCertificate ? 'partner' : null;
}

export function linesOfRow(row: OriginRow & Pick<EventSource, 'kind'>): Line[] {
  const { fields } = formOf(row.kind, row.payload);
  return [...linesOf(row.payload, fields), ...linesOf({ ...originOf(row) }, originFields)];
}
