import * as z from 'kit/schema';

/**
 * Every error of the API and of the shell server: an RFC 9457 problem document (`application/problem+json`) with
 * `message`, one plain sentence that a visitor can read, and `errors`, the fields that are wrong. It has a `traceId` while
 * the site sends traces.
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

/** A browser shows no `traceId`, so the schema does not have it. */
export type Problem = z.infer<typeof problemSchema> & { traceId?: string };

export type FieldProblem = Problem['errors'][number];

export const problemContentType = 'application/problem+json';

/** Builds a problem of the type `about:blank`, which means no more than its status (RFC 9457, section 4.2.1). */
export function buildProblem(problem: {
  status: number;
  title: string;
  message: string;
  requestId: string;
  traceId?: string | undefined;
  errors?: Problem['errors'];
}): Problem {
  const { message, errors = [], traceId, ...rest } = problem;
  return { type: 'about:blank', ...rest, detail: message, message, errors, ...(traceId !== undefined && { traceId }) };
}
