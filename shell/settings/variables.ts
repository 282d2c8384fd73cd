import * as z from 'zod/mini';

/** A port to listen on; 0 takes a free one. */
export const portVariable = z.coerce
  .number('must be a number')
  .check(z.int('must be a whole number'), z.minimum(0, 'must be 0 to 65535'), z.maximum(65535, 'must be 0 to 65535'));

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
