/**
 * The date of a sample lead as YYYY-MM-DD (docs/specification.md#3): `daysAgo` days before today, but not before the first
 * of this month. Samples are only shown after a press, so the server's HTML never holds another date.
 */
export function sampleDate(daysAgo: number, today = new Date()): string {
  const day = Math.max(1, today.getDate() - daysAgo);
  return [today.getFullYear(), twoDigits(today.getMonth() + 1), twoDigits(day)].join('-');
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
