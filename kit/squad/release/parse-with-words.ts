import * as z from 'zod/mini';

const words = z.locales.en();

/** Parses a value with a schema. The error names each wrong field; zod/mini alone says "Invalid input". */
export function parseWithWords<Output>(schema: z.ZodMiniType<Output>, value: unknown): Output {
  const result = z.safeParse(schema, value, { error: words.localeError });
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`);
  throw new Error(problems.slice(0, 5).join('; '));
}
