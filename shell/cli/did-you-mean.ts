/** `; did you mean "activate"?` for the nearest known word, or nothing when none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const ranked = known.map((candidate) => ({ candidate, distance: editDistance(word, candidate) }));
  ranked.sort((one, other) => one.distance - other.distance);
  const nearest = ranked[0];
  if (!nearest || nearest.distance > Math.max(2, Math.floor(nearest.candidate.length / 3))) return '';
  return `; did you mean "${nearest.candidate}"?`;
}

/** Levenshtein's distance, one row at a time. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [index, otherLetter] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
