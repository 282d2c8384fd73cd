/** The median: for an even count the mean of the two middle values, for no values NaN. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Formats `median (minimum to maximum)`. */
export function medianAndRange(values: readonly number[], digits = 0): string {
  if (values.length === 0) return '-';
  const [least, greatest] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return `${median(values).toFixed(digits)} (${least} to ${greatest})`;
}

export function ratio(ours: number, theirs: number): string {
  return theirs > 0 && Number.isFinite(ours) ? `${(ours / theirs).toFixed(2)}x` : '-';
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
