export type Row = Record<string, unknown>;

/** What a terminal would obey, or show as another line or in another order than it stands. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Words are shown up to this many characters. */
const mostShown = 60;

/** Columns for a terminal, one line for each row whatever a visitor has written. */
export function renderTable(rows: Row[]): string {
  const [first] = rows;
  if (!first) return 'Nothing.';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => shownCell(row[column])))];
  const widths = columns.map((_column, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What is copied from a terminal is one word, a key, an address or an id, and is never cut: half of it is worth nothing. */
function shownCell(value: unknown): string {
  const text = textOf(value).replace(unprintable, ' ');
  return text.length <= mostShown || !text.includes(' ') ? text : `${text.slice(0, mostShown - 3)}...`;
}

/**
 * What Excel takes for a formula: a sign, also one as wide as a Chinese letter, after whatever white space; and a tab
 * or a line break at the start, which some versions drop.
 */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
/**
 * The same behind what may begin another cell in the middle of a text: where decimals have a comma, Excel's columns end with
 * a semicolon, and quotes that stand behind a comma hold nothing together.
 */
const laterFormula = /([;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

/** Before the first line of CSV: by it Excel knows UTF-8. */
export const startOfCsv = '\uFEFF';

/** A line of CSV that Excel opens safely: it ends with CRLF, and no cell is one that Excel would take for a formula. */
export function renderCsvLine(cells: unknown[]): string {
  return `${cells.map((cell) => csvCell(textOf(cell))).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const marked = text.replace(laterFormula, "$1'");
  const safe = formula.test(text) ? `'${marked}` : marked;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
