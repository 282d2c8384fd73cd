/** The price of one lead of a pack: $27.50. */
export function pricePerLead({ price, leadCount }: { price: number; leadCount: number }): string {
  return `$${(price / leadCount).toFixed(2)}`;
}

/** Formats whole dollars: $325. */
export function dollars(amount: number): string {
  return `$${amount}`;
}
