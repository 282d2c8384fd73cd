import { diffArrays } from 'diff';

/** One line of two texts side by side; null where a side has nothing there. */
export interface DiffRow {
  one: string | null;
  other: string | null;
  isSame: boolean;
}

/** Texts that differ in more than this are not told apart line by line: it would take long, and nobody reads it. */
const mostEdits = 2000;
/** Lines that are the same and shown around those that are not. */
const around = 2;

/** Markup in lines, one for each tag. */
export function linesOf(markup: string): string[] {
  return markup
    .replaceAll(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The lines that differ, with a few around them; null where too much does. A row of two nulls stands for lines left out. */
export function diffMarkup(one: string, other: string): DiffRow[] | null {
  const parts = diffArrays(linesOf(one), linesOf(other), { maxEditLength: mostEdits });
  if (!parts) return null;
  const rows: DiffRow[] = [];
  let removed: string[] = [];
  const flush = () => {
    rows.push(...removed.map((line) => ({ one: line, other: null, isSame: false })));
    removed = [];
  };
  for (const part of parts) {
    if (part.removed) removed.push(...part.value);
    else if (part.added) {
      const taken = removed;
      removed = [];
      for (let index = 0; index < Math.max(taken.length, part.value.length); index += 1) {
        rows.push({ one: taken[index] ?? null, other: part.value[index] ?? null, isSame: false });
      }
    } else {
      flush();
      rows.push(...part.value.map((line) => ({ one: line, other: line, isSame: true })));
    }
  }
  flush();
  return leaveOut(rows);
}

function leaveOut(rows: readonly DiffRow[]): DiffRow[] {
  const isShown = rows.map((_, index) =>
    rows.slice(Math.max(0, index - around), index + around + 1).some((row) => !row.isSame),
  );
  return rows.flatMap((row, index): DiffRow[] => {
    if (isShown[index]) return [row];
    const isFirst = index === 0 || isShown[index - 1];
    return isFirst && isShown.some(Boolean) ? [{ one: null, other: null, isSame: true }] : [];
  });
}
