import * as z from 'zod/mini';

/** What staff changed besides compositions and rights; revisions are never written again, so they are their own log. */
export const staffChangeSchema = z.strictObject({
  revision: z.int().check(z.positive()),
  at: z.string(),
  by: z.string().check(z.minLength(1)),
  reason: z.string(),
  action: z.enum(['prune', 'resign']),
  /** Releases as `remote id`. */
  subjects: z.array(z.string()).check(z.minLength(1)),
});

export type StaffChange = z.infer<typeof staffChangeSchema>;
