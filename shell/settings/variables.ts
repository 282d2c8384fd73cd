import * as z from 'zod/mini';

/** A port to listen on; 0 takes a free one. */
export const portVariable = wholeNumber(0, 65_535);

export function wholeNumber(least: number, most: number) {
  const words = `must be ${least} to ${most}`;
  return z.coerce
    .number('must be a number')
    .check(z.int('must be a whole number'), z.minimum(least, words), z.maximum(most, words));
}

/**
 * Reads variables of the environment; an empty one counts as unset.
 *
 * @throws Error with one sentence that names every wrong variable.
 */
export function parseVariables<Schema extends z.ZodMiniType>(
  schema: Schema,
  variables: NodeJS.ProcessEnv,
): z.infer<Schema> {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new Error(`The environment is wrong: ${wrong.join('; ')}.`);
}
