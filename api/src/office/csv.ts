import { international } from '../inbox/search-query.ts';

/** The byte order mark before the first line: without it Excel does not read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Text that Excel evaluates as a formula: an operator, also in its full-width form, after any white space. Some versions drop
 * a leading tab or line break, so these count as well.
 */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
/**
 * A formula after a character that may begin a new cell. In locales with a decimal comma, Excel separates columns by semicolons
 * and does not treat quotes after a comma as quotes.
 */
const laterFormula = /([;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

/** Renders one line of CSV with CRLF, in which Excel evaluates no cell as a formula. */
export function renderCsvLine(cells: unknown[]): string {
  return `${cells.map((cell) => csvCell(textOf(cell))).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const marked = text.replace(laterFormula, "$1'");
  const safe = formula.test(text) ? `'${marked}` : marked;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Renders a value as text: choices separated by commas, each group of fields on a line with the names of its fields. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return sheetTime(value);
  if (Array.isArray(value)) return value.map(textOf).join(value.some((entry) => entry instanceof Object) ? '\n' : ', ');
  if (typeof value !== 'object') return String(value);
  const fields = Object.entries(value).map(([name, field]) => [name, textOf(field)] as const);
  return fields.flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${text}`])).join(', ');
}

/** A time in UTC in the form that Excel parses in every locale: `2026-11-20 09:30:00`. */
export function sheetTime(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Formats a telephone number so that Excel keeps it as text: `(+1) 801-555-0142`, because it evaluates a leading plus, and
 * dashes in plain digits, because it drops a leading zero. Other texts stay unchanged.
 */
export function sheetPhone(text: string): string {
  const [, country, rest] = international.exec(text.trim()) ?? [];
  if (country !== undefined) return `(+${country}) ${rest}`;
  return text.trim().replace(/^(\d+)(\d{3})(\d{4})$/, '$1-$2-$3');
}
