import type * as z from 'zod/mini';

/** Controls, ends of lines of every kind, and what turns the direction of writing. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/** What a stranger wrote, on its way into a log or a sentence: it stays one line, and cannot pass for somebody else's. */
export function oneLine(text: string): string {
  return text.replace(unsafe, ' ');
}

/** A text of several lines on its way to a terminal, which takes other controls for commands. */
export function printable(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}

/** What a text says that a schema takes; null for what is cut off, no JSON at all, or something else. */
export function parseJson<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** What anything thrown says. */
export function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message);
}
