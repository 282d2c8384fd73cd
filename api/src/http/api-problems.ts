import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { problemContentType } from 'kit/contracts/problem';
import { ProblemDto } from './problem.dto.ts';
import { ProblemError, presentProblem } from './problem-error.ts';

const descriptions = {
  400: 'A field or the request itself is wrong.',
  403: 'A post with cookies that comes from another site.',
  404: 'Not found.',
  413: 'The body is too large.',
  415: 'The body is not JSON in UTF-8.',
  422: 'The Idempotency-Key was used before with another body.',
  429: 'Too many requests; Retry-After says when to come back.',
  503: 'The database does not answer; Retry-After says when to come back.',
} as const;

/** Documents problem answers with the given statuses. */
export function ApiProblems(...statuses: (keyof typeof descriptions)[]) {
  const schema = { $ref: getSchemaPath(ProblemDto) };
  const contentOf = (status: number) => {
    const example = presentProblem(new ProblemError(status), '6f0f2f0e-6d0b-4c58-9d0a-3c2f3c3f9b7e').problem;
    return { [problemContentType]: { schema, example } };
  };
  return applyDecorators(
    ApiExtraModels(ProblemDto),
    ...statuses.map((status) => ApiResponse({ status, description: descriptions[status], content: contentOf(status) })),
  );
}
