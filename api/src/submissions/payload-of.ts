import type { FieldDefinitions } from 'kit/contracts/form-definition';

/** What is kept of a form: its fields in the order of the definition, so that the same form is always the same text. */
export function payloadOf(fields: FieldDefinitions, form: object): Record<string, unknown> {
  const sent = new Map<string, unknown>(Object.entries(form));
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.isStored === false) return [];
      const value = sent.get(name);
      if (isEmpty(value) && field.whenEmpty) {
        return field.whenEmpty === 'omit' ? [] : [[name, field.whenEmpty.store]];
      }
      const isGroup = 'fields' in field && !field.isList && typeof value === 'object' && value !== null;
      return [[name, isGroup ? payloadOf(field.fields, value) : value]];
    }),
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
