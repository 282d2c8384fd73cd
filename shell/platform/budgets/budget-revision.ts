import * as z from 'zod/mini';

const bytes = z.int().check(z.positive());

const sizeBudgetSchema = z.strictObject({
  /** What every page of the remote loads first: the container and the routes. */
  registered: bytes,
  /** The same and the largest page. */
  page: bytes,
});

/** Brotli bytes over the wire. */
export type SizeBudget = z.infer<typeof sizeBudgetSchema>;

/** One change of the budgets; revisions are never written again, so they are their own log. */
export const budgetRevisionSchema = z.strictObject({
  revision: z.int().check(z.positive()),
  at: z.string(),
  by: z.string().check(z.minLength(1)),
  reason: z.string(),
  remote: z.string(),
  from: sizeBudgetSchema,
  to: sizeBudgetSchema,
  budgets: z.record(z.string(), sizeBudgetSchema),
});

export type BudgetRevision = z.infer<typeof budgetRevisionSchema>;
