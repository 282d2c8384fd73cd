/**
 * The day of a sample lead, as YYYY-MM-DD (docs/specification.md#3): so many days before today, but not before the
 * first of this month. Samples are shown after a press alone, so that no server has written another day into the page.
 */
export function sampleDate(daysAgo: number, today = new Date()): string {
  const day = Math.max(1, today.getDate() - daysAgo);
  return [today.getFullYear(), twoDigits(today.getMonth() + 1), twoDigits(day)].join('-');
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
