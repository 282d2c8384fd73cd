import * as z from 'zod/mini';

const bytes = z.int().check(z.positive());

export const sizeBudgetSchema = z.strictObject({
  /** What every page of the remote loads first: the container and the routes. */
  registered: bytes,
  /** The same and the largest page. */
  page: bytes,
});

/** Brotli bytes over the wire. */
export type SizeBudget = z.infer<typeof sizeBudgetSchema>;
