/** What one lead of a pack costs: $27.50. */
export function pricePerLead({ price, leadCount }: { price: number; leadCount: number }): string {
  return `$${(price / leadCount).toFixed(2)}`;
}

/** Whole dollars as the pages write them: $325. */
export function dollars(amount: number): string {
  return `$${amount}`;
}
