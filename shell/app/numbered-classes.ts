/*
 * Emotion names a class by a hash of its rules. Said with each rule and element, 40 hashes take 300 bytes of a page's first
 * answer: the server numbers the classes of a page instead, and says once, in Emotion's own attribute of the style element,
 * whose numbers they are. Browsers give a class of the page its number, and every other one its hash.
 */

/** Of a hash in base 36: 31 of its 32 bits. */
const idLength = 6;

/** What is said of a hash. */
export function idOfHash(hash: string): string {
  return hash.padStart(idLength, '0').slice(-idLength);
}

/** Names of classes for their ids, in the order of their numbers. */
export function numbersOf(ids: readonly string[]): Map<string, string> {
  return new Map(ids.map((id, number) => [id, number.toString(36)]));
}

/** The ids that a style element of the server says one after the other. */
export function splitIds(text: string): string[] {
  return text.match(new RegExp(`\\w{${idLength}}`, 'g')) ?? [];
}
