import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import * as z from 'zod/mini';

/** `field: message` for everything that is wrong; a field inside a list is named with its place. */
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
 * The first rule of each field is the one that is shown. A rule on a whole list is reported at the list by one side
 * and at the entry by the other: the list is what counts.
 */
function unique(lines: string[]): Verdict {
  const byField = new Map<string, string>();
  for (const line of lines.map((text) => text.replace(/\.\d+: /, ': '))) {
    const field = line.slice(0, line.indexOf(': '));
    if (!byField.has(field)) byField.set(field, line);
  }
  return [...byField.values()].sort();
}
