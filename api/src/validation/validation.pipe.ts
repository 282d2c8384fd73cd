import { ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { ProblemError, type WrongField } from '../problems/problem-error.ts';

/** Of the whole application. Unknown members are refused by name; each wrong field is named once, with the first rule it breaks. */
export const validationPipe = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  // The form itself stays with us: it tells which members there are.
  validationError: { target: true, value: false },
  exceptionFactory: (found) => validationProblem(found.flatMap((error) => flatten(error, ''))),
});

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

/**
 * What is said of a member that a form does not have: dropping `"istest": true` without a word once brought a test to the
 * office (docs/decisions/2026-11-22-unknown-members-are-refused.md).
 */
function unknownMember(name: string, form: object | undefined): string {
  const known = membersOf(form);
  const meant = known.find((member) => bare(member) === bare(name)) ?? known.find((member) => isNear(member, name));
  const hint = meant === undefined ? `this takes ${known.join(', ')}.` : `did you mean "${meant}"?`;
  return `"${name.slice(0, 60)}" is not known here: ${hint}`;
}

function membersOf(form: object | undefined): string[] {
  if (form === undefined) return [];
  const rules = getMetadataStorage().getTargetValidationMetadatas(form.constructor, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** One letter too many, too few or another one. */
function isNear(one: string, other: string): boolean {
  const [short, long] = [bare(one), bare(other)].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short.length < 3 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}
