import type { FieldDefinitions, FormDefinition } from 'kit/contracts/form-definition';
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
