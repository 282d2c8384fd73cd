/** Control characters, line ends of every kind, and characters that change the direction of text. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/** Turns untrusted text into one line for a log or a sentence, so that it cannot forge another line. */
export function oneLine(text: string): string {
  return text.replace(unsafe, ' ');
}

/** Makes a multi-line text safe for a terminal, which interprets control characters as commands. */
export function printable(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}

/** Parses a JSON text with a schema of Zod. @returns null if the text is truncated, no JSON, or refused by the schema */
export function parseJson<Value>(
  schema: { safeParse(value: unknown): { data?: Value | undefined } },
  text: string,
): Value | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message);
}
