import * as z from 'kit/schema';

/**
 * Every error of the API and of the shell server: an RFC 9457 problem document (`application/problem+json`) with `message`,
 * a sentence for the visitor, and `errors`, the invalid fields.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  requestId: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;

export type FieldProblem = Problem['errors'][number];

export const problemContentType = 'application/problem+json';

/** Builds a problem of the type `about:blank`, which means no more than its status (RFC 9457, section 4.2.1). */
export function buildProblem(problem: {
  status: number;
  title: string;
  message: string;
  requestId: string;
  errors?: Problem['errors'];
}): Problem {
  const { message, errors = [], ...rest } = problem;
  return { type: 'about:blank', ...rest, detail: message, message, errors };
}
