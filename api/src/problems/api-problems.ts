import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { idempotencyHeader } from 'kit/contracts/idempotency';
import { leadIndustries } from 'kit/contracts/lead-payload';
import { type Problem, problemContentType } from 'kit/contracts/problem';
import { messages } from 'kit/contracts/text-rules';
import { ProblemError, presentProblem } from './problem-error.ts';

class FieldErrorDto {
  @ApiProperty({ description: 'Its path, with dots: `certificates.jornayaLeadId`.', example: 'industry' })
  field!: string;

  @ApiProperty({ description: 'One sentence for a visitor.', example: messages.choice })
  message!: string;

  @ApiPropertyOptional({
    type: [String],
    description: 'Of a choice: what may be chosen.',
    example: leadIndustries,
  })
  allowed?: string[];
}

/** RFC 9457, with members of ours: `message`, `errors`, `requestId` and `traceId`. */
class ProblemDto implements Problem {
  @ApiProperty({ description: 'Always about:blank: go by the status.', example: 'about:blank' })
  type!: string;

  @ApiProperty({ description: 'The words of the status.', example: 'Bad Request' })
  title!: string;

  @ApiProperty({ type: 'integer', description: 'The status of the answer.', example: 400 })
  status!: number;

  @ApiProperty({ description: 'The same as `message`.', example: 'Please enter a valid email address.' })
  detail!: string;

  @ApiProperty({
    description: 'One plain sentence that a visitor can read.',
    example: 'Please enter a valid email address.',
  })
  message!: string;

  @ApiProperty({ type: [FieldErrorDto], description: 'The fields that are wrong, at most 20; empty when no field is.' })
  errors!: FieldErrorDto[];

  @ApiProperty({
    description: 'The same as the X-Request-Id header: name it when you report a problem.',
    example: '6f0f2f0e-6d0b-4c58-9d0a-3c2f3c3f9b7e',
  })
  requestId!: string;

  @ApiPropertyOptional({
    description: 'The trace of the request in the telemetry of the site, while it sends traces: name it, too.',
    example: '4bf92f3577b34da6a3ce929d0e0e4736',
  })
  traceId?: string;
}

export const needsLiveKey = 'This call needs a live key: a test key may not read or change where real leads go.';

export const changedAtOnce = 'Another request changed your endpoint at the same time: read it, then try again.';

interface Documented {
  description: string;
  /** The message in the example; the default is the status's own. */
  message?: string;
  field?: string;
  comesBack?: boolean;
}

const problems = {
  400: {
    description: 'The address cannot be read, or holds an API key.',
    message: 'The address holds a percent sign that is not part of a valid escape.',
  },
  401: {
    description:
      'The API key is missing where one is needed, not known, revoked, or in the wrong header. Nothing was kept.',
    message: 'This API key is not known: check that it was copied whole.',
  },
  403: {
    description:
      'The request has cookies and comes from a page of another site. A server that sends no cookies never gets this.',
  },
  409: { description: 'Another request changed the endpoint at the same time.', message: changedAtOnce },
  413: { description: 'The body is too large: more than 100 kB, or 256 kB for the intake.' },
  415: { description: 'The body is not JSON in UTF-8, or it is compressed.' },
  422: {
    description: `The ${idempotencyHeader} was used before with another body. Nothing was kept.`,
    message: `This ${idempotencyHeader} was used before with another body: use a new one.`,
  },
  429: { description: 'Too many requests from this address, or with keys of this partner.', comesBack: true },
  503: {
    description: `The database does not answer. A form may have been kept all the same: send it again with the same ${idempotencyHeader}, and it is kept once.`,
    comesBack: true,
  },
} as const satisfies Record<number, Documented>;

export function ApiProblems(...statuses: (keyof typeof problems)[]) {
  return applyDecorators(ApiExtraModels(ProblemDto), ...statuses.map((status) => answer(status, problems[status])));
}

/** For the calls that refuse a test key. */
export function ApiNeedsLiveKey() {
  return answer(403, { description: 'The key is a test key, and this call needs a live one.', message: needsLiveKey });
}

export function ApiNotFound(description: string, message: string) {
  return applyDecorators(ApiExtraModels(ProblemDto), answer(404, { description, message }));
}

export function ApiWrongField(field: string, message: string = messages.email) {
  return answer(400, {
    description:
      'A field is wrong, which `errors` names with each of its messages (at most 20), or the body is no JSON object.',
    message,
    field,
  });
}

function answer(status: number, { description, message, field, comesBack }: Documented) {
  const errors = field !== undefined && message !== undefined ? [{ field, message }] : [];
  const error = new ProblemError(status, message, { errors });
  const example = presentProblem(error, '6f0f2f0e-6d0b-4c58-9d0a-3c2f3c3f9b7e').problem;
  return ApiResponse({
    status,
    description,
    content: { [problemContentType]: { schema: { $ref: getSchemaPath(ProblemDto) }, example } },
    ...(comesBack ? { headers: { 'Retry-After': retryAfter } } : {}),
  });
}

const whole = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, example },
});

const retryAfter = whole('Seconds to wait before the next try.', 5);

/** The client's remaining allowance, on each answer of a rate-limited call. */
export const rateLimitHeaders = {
  'X-RateLimit-Limit': whole('What an address, or with a key the partner, may do in a minute.', 120),
  'X-RateLimit-Remaining': whole('What is left of it now.', 119),
  'X-RateLimit-Reset': whole('Seconds until this minute is over.', 60),
};
