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

/** The value below which this share of the values lies: 1 is the greatest. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Formats `median / greatest` in seconds. */
export function medianAndMost(seconds: readonly number[]): string {
  return `${median(seconds).toFixed(2)} / ${quantile(seconds, 1).toFixed(2)} s`;
}

type Cell = string | number;

export function markdownTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [markdownHead(head), ...rows.map(markdownRow)].join('\n');
}

/** The first two lines of a table whose rows come later. */
export function markdownHead(head: readonly string[]): string {
  return [head, head.map((_, index) => (index === 0 ? '---' : '--:'))].map(markdownRow).join('\n');
}

export function markdownRow(cells: readonly Cell[]): string {
  return `| ${cells.join(' | ')} |`;
}
