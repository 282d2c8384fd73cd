import type { FieldDefinitions } from 'kit/contracts/form-definition';

/** What is kept of a form: its fields in the order of the definition, so that the same form is always the same text. */
export function payloadOf(fields: FieldDefinitions, form: object): Record<string, unknown> {
  const sent: Readonly<Record<string, unknown>> = { ...form };
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.isStored === false) continue;
    const value = sent[name];
    if (isEmpty(value) && field.whenEmpty) {
      if (field.whenEmpty !== 'omit') kept[name] = field.whenEmpty.store;
      continue;
    }
    const isGroup = 'fields' in field && !field.isList && typeof value === 'object' && value !== null;
    kept[name] = isGroup ? payloadOf(field.fields, value) : value;
  }
  return kept;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
