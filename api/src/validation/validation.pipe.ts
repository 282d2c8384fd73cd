import { ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { ProblemError, type WrongField } from '../problems/problem-error.ts';
import { unknownMember } from './unknown-member.ts';

/** Unknown members are refused by name; each wrong field is named once, with the first rule it breaks. */
export function buildValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
    // The form itself stays with us: it tells which members there are.
    validationError: { target: true, value: false },
    exceptionFactory: (found) => validationProblem(found.flatMap((error) => flatten(error, ''))),
  });
}

function flatten({ property, target, constraints = {}, contexts, children = [] }: ValidationError, parent: string) {
  const field = parent === '' ? property : `${parent}.${property}`;
  const own = Object.entries(constraints).map(([rule, message]): WrongField => {
    if (rule === 'whitelistValidation') return { field, message: unknownMember(property, target) };
    const allowed: readonly string[] | undefined = contexts?.[rule]?.allowed;
    return { field, message, ...(allowed ? { allowed } : {}) };
  });
  return [...own, ...children.flatMap((child): WrongField[] => flatten(child, field))];
}

/** 400 with every wrong field; the sentence is the field's own when only one is wrong. */
export function validationProblem(errors: WrongField[]): ProblemError {
  const [first] = errors;
  const names = errors.map(({ field }) => field);
  const last = names.at(-1) ?? '';
  const sentence =
    errors.length === 1 && first
      ? first.message
      : `Please check ${errors.length} fields: ${names.slice(0, -1).join(', ')} and ${last}.`;
  return new ProblemError(400, sentence, { errors });
}
