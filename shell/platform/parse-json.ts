import type * as z from 'zod/mini';

/** What a text says that a schema takes; null for what is cut off, no JSON at all, or something else. */
export function parseJson<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
