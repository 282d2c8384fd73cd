/** Whole dollars as the pages write them: $325. */
export function dollars(amount: number): string {
  return `$${amount}`;
}
