import { ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import type { Problem } from 'kit/contracts/problem';
import { ProblemError } from '../problems/problem-error.ts';

/** Unknown fields are dropped; each wrong field is named once, with the first rule it breaks. */
export function buildValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (found) => validationProblem(found.flatMap((error) => flatten(error, ''))),
  });
}

function flatten(error: ValidationError, parent: string): Problem['errors'] {
  const field = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) => ({ field, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => flatten(child, field))];
}

/** 400 with every wrong field; the sentence is the field's own when only one is wrong. */
export function validationProblem(errors: Problem['errors']): ProblemError {
  const [first] = errors;
  const names = errors.map(({ field }) => field);
  const last = names.at(-1) ?? '';
  const sentence =
    errors.length === 1 && first
      ? first.message
      : `Please check ${errors.length} fields: ${names.slice(0, -1).join(', ')} and ${last}.`;
  return new ProblemError(400, sentence, { errors });
}
