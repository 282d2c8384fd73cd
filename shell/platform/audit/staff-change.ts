import * as z from 'zod/mini';

/** What staff changed besides compositions and budgets; revisions are never written again, so they are their own log. */
export const staffChangeSchema = z.strictObject({
  revision: z.int().check(z.positive()),
  at: z.string(),
  by: z.string().check(z.minLength(1)),
  reason: z.string(),
  /** `prune` and `resign` are about releases; `trust` and `distrust`, about keys, are from before there were rights. */
  action: z.enum(['trust', 'distrust', 'prune', 'resign']),
  /** Key ids, or releases as `remote id`. */
  subjects: z.array(z.string()).check(z.minLength(1)),
});

export type StaffChange = z.infer<typeof staffChangeSchema>;
