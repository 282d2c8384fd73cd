import { oneLine } from 'kit/server/text';

/** Formats columns as wide as their longest cell, two spaces apart, without trailing spaces. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header.map((cell) => cell.toUpperCase()), ...rows.map((row) => row.map(oneLine))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats `2026-11-20 18:31 UTC`. */
export function minute(iso: string): string {
  return `${oneLine(iso.slice(0, 16).replace('T', ' '))} UTC`;
}

/** Formats `3 d`, `5 h`, `12 min` or `now`. */
export function age(iso: string | undefined, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso ?? '')) / 60_000);
  if (Number.isNaN(minutes)) return '-';
  if (minutes >= 48 * 60) return `${Math.floor(minutes / (24 * 60))} d`;
  if (minutes >= 120) return `${Math.floor(minutes / 60)} h`;
  return minutes < 1 ? 'now' : `${minutes} min`;
}

/** Breaks text at spaces so that no line is wider than `width`, and indents each line. */
export function wrap(text: string, indent = '', width = 80): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

/** Formats `1 release` or `3 releases`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
