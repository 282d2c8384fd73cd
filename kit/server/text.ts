/** Control characters, ends of lines of every kind, and what turns the direction of writing. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/** Makes one line of what a stranger wrote, for a log or a sentence: it cannot pass for a line of somebody else. */
export function oneLine(text: string): string {
  return text.replace(unsafe, ' ');
}

/** Makes a text of several lines safe for a terminal, which takes other control characters for commands. */
export function printable(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}

/** Checks a value. Schemas of Zod have this form. */
interface Schema<Value> {
  safeParse(value: unknown): { data?: Value | undefined };
}

/** Gives what a JSON text says, if the schema accepts it; null for a text that is cut off, no JSON, or something else. */
export function parseJson<Value>(schema: Schema<Value>, text: string): Value | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Gives the message of anything thrown. */
export function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message);
}
