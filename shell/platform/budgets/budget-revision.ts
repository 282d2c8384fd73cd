import * as z from 'zod/mini';
import { sizeBudgetSchema } from './size-budget-schema.ts';

/** One change of the budgets, from before they were part of the rights: read, and never written any more. */
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
