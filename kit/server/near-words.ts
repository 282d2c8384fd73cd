/** The known word nearest to a word, with the number of letters that are added, missing, wrong or swapped. */
export function nearestWord(word: string, known: readonly string[]): { word: string; distance: number } | undefined {
  return known
    .map((candidate) => ({ word: candidate, distance: editDistance(word, candidate) }))
    .toSorted((one, other) => one.distance - other.distance)[0];
}

/** The Damerau-Levenshtein distance (optimal string alignment), one row at a time. */
function editDistance(one: string, other: string): number {
  let rowBefore: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let line = 0; line < one.length; line += 1) {
    const next = [line + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (one[line] === other[index] ? 0 : 1);
      const isSwapped = index > 0 && one[line] === other[index - 1] && one[line - 1] === other[index];
      const swapped = isSwapped ? (rowBefore[index - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    [rowBefore, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
