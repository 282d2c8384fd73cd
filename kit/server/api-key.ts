/** An API key of a partner, or a part of one, anywhere in a text. */
export const keyInText = /bf_(?:live|test)_[0-9a-f]{12}/i;

/** Whether the value of a header holds a key: as it is, with escapes, or as user or password of Basic authentication. */
export function holdsKey(value: string): boolean {
  return keyInText.test(value.replace(/%5f/gi, '_')) || keyInText.test(passwordIn(value));
}

/** The user and password of Basic authentication as plain text; invalid base64 gives a text without a key. */
function passwordIn(value: string): string {
  const [, encoded = ''] = /^\s*basic\s+(\S+)/i.exec(value) ?? [];
  return Buffer.from(encoded, 'base64').toString('latin1');
}
