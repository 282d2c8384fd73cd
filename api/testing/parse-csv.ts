/** Reads CSV (RFC 4180): the records with their cells. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    records.push(cells);
    cells = [];
  }
  return records;
}
