import hash from '@emotion/hash';
import { styleKey } from '../app/emotion-cache.ts';
import { idOfHash, numbersOf, splitIds } from '../app/numbered-classes.ts';

const lists = [...document.querySelectorAll<HTMLElement>(`style[data-emotion^="${styleKey} "]`)];
const numbers = numbersOf(lists.flatMap(({ dataset }) => splitIds(dataset.emotion?.slice(styleKey.length) ?? '')));

/** Replaces Emotion's hash function: returns the number that the server gave to a class, or else Emotion's hash. */
// biome-ignore lint/style/noDefaultExport: Emotion imports its hash so
export default function nameOf(rules: string): string {
  const name = hash(rules);
  return numbers.get(idOfHash(name)) ?? name;
}
