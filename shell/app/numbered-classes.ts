/*
 * Emotion names a class by a hash of its rules. Repeated with each rule and element, 40 hashes take 300 bytes of a page's
 * first answer. So the server numbers the classes of a page and lists their hashes once, in Emotion's own attribute of the
 * style element. Browsers use the number for a class of the page, and the hash for every other class.
 */

/** Digits of an id in base 36; they hold 31 of the 32 bits of a hash. */
const idLength = 6;

export function idOfHash(hash: string): string {
  return hash.padStart(idLength, '0').slice(-idLength);
}

/** Numbers ids in their order. @returns class names by id. */
export function numbersOf(ids: readonly string[]): Map<string, string> {
  return new Map(ids.map((id, number) => [id, number.toString(36)]));
}

/** Splits the ids that the server's style element lists without separators. */
export function splitIds(text: string): string[] {
  return text.match(new RegExp(`\\w{${idLength}}`, 'g')) ?? [];
}
