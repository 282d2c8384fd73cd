import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import * as z from 'zod/mini';

/** `field: message` for each error; a field in a list is named with its index. */
export type Verdict = string[];

export function verdictOfSchema(schema: z.core.$ZodType, form: unknown): Verdict {
  const parsed = z.safeParse(schema, form);
  return parsed.success ? [] : unique(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
}

export function verdictOfDto(dto: ClassConstructor<object>, form: unknown): Verdict {
  const options = { whitelist: true, stopAtFirstError: true };
  return unique(validateSync(plainToInstance(dto, form) as object, options).flatMap((error) => flatten(error, '')));
}

function flatten({ property, constraints = {}, children = [] }: ValidationError, parent: string): string[] {
  const field = parent === '' ? property : `${parent}.${property}`;
  const own = Object.values(constraints).map((message) => `${field}: ${message}`);
  return [...own, ...children.flatMap((child) => flatten(child, field))];
}

/**
 * Keeps the first error of each field. One side reports a rule on a whole list at the list, the other at an entry; the list
 * counts.
 */
function unique(lines: string[]): Verdict {
  const byField = new Map<string, string>();
  for (const line of lines.map((text) => text.replace(/\.\d+: /, ': '))) {
    const field = line.slice(0, line.indexOf(': '));
    if (!byField.has(field)) byField.set(field, line);
  }
  return [...byField.values()].sort();
}
