import { type ArgumentMetadata, Body, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { ProblemError, type WrongField } from '../problems/problem-error.ts';
import { buildFormReader, type FormReader } from './form-reader.ts';
import { unknownMember } from './unknown-member.ts';

/** Unknown members are refused by name; each wrong field is named once, with the first rule it breaks. */
const libraries = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  // The form itself stays with us: it tells which members there are.
  validationError: { target: true, value: false },
  exceptionFactory: (found) => validationProblem(found.flatMap((error) => flatten(error, ''))),
});

/** What is right is read in one go; the rest is judged, and put into words, by class-validator. */
export class FormPipe implements PipeTransform {
  private readonly readers = new Map<unknown, FormReader | undefined>();

  transform(body: unknown, metadata: ArgumentMetadata): unknown {
    const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
    const form = isRecord ? this.readerOf(metadata.metatype)?.(body) : undefined;
    return form ?? libraries.transform(body, metadata);
  }

  private readerOf(form: ArgumentMetadata['metatype']): FormReader | undefined {
    if (form === undefined) return undefined;
    if (!this.readers.has(form)) this.readers.set(form, buildFormReader(form as ClassConstructor<object>));
    return this.readers.get(form);
  }
}

/**
 * The body of a request as the form that its parameter's type is, validated. Not a pipe for the whole application: Nest
 * would run it, asynchronously, for each parameter of every address, too.
 */
export const SentForm = () => Body(formPipe);

const formPipe = new FormPipe();

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
