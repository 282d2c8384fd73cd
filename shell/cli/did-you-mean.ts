import { nearestWord } from 'kit/server/near-words';

/** `; did you mean "activate"?` for the nearest known word, or an empty text if none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known);
  if (!nearest || nearest.distance > Math.max(2, Math.floor(nearest.word.length / 3))) return '';
  return `; did you mean "${nearest.word}"?`;
}
