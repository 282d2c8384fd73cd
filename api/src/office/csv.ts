import { international } from '../inbox/search-query.ts';

/** Before the first line of CSV: by it Excel knows UTF-8. */
export const startOfCsv = '\uFEFF';

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

/** A line of CSV that Excel opens safely: it ends with CRLF, and no cell is one that Excel would take for a formula. */
export function renderCsvLine(cells: unknown[]): string {
  return `${cells.map((cell) => csvCell(textOf(cell))).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const marked = text.replace(laterFormula, "$1'");
  const safe = formula.test(text) ? `'${marked}` : marked;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lists as words: choices with commas between them, groups on a line each with the names of their fields. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return sheetTime(value);
  if (Array.isArray(value)) return value.map(textOf).join(value.some((entry) => entry instanceof Object) ? '\n' : ', ');
  if (typeof value !== 'object') return String(value);
  const fields = Object.entries(value).map(([name, field]) => [name, textOf(field)] as const);
  return fields.flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${text}`])).join(', ');
}

/** A time in UTC as Excel of every country reads it as one: `2026-11-20 09:30:00`. */
export function sheetTime(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * A telephone number as people read it, in a form that Excel neither reckons with nor shortens: `(+1) 801-555-0142` in place
 * of a sum, and dashes in what would be a number without its first zero. Any other text is given back as it is.
 */
export function sheetPhone(text: string): string {
  const [, country, rest] = international.exec(text.trim()) ?? [];
  if (country !== undefined) return `(+${country}) ${rest}`;
  return text.trim().replace(/^(\d+)(\d{3})(\d{4})$/, '$1-$2-$3');
}
