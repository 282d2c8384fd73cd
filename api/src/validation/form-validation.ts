import { applyDecorators, ValidationPipe } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { type ClassConstructor, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  getMetadataStorage,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
  type ValidationError,
} from 'class-validator';
import type { FieldDefinition, FieldDefinitions, TextDefinition, ValuesOf } from 'kit/contracts/form-definition';
import {
  emailPattern,
  limits,
  messageOf,
  messages,
  noListMessage,
  oneLinePattern,
  printablePattern,
  tooLongMessage,
} from 'kit/contracts/text-rules';
import { nearestWord } from 'kit/server/near-words';
import { ProblemError, type WrongField } from '../problems/problem-error.ts';

/** The DTOs of groups, or decorators that replace those of a field's definition. */
type Nested = Record<string, ClassConstructor<object> | PropertyDecorator[]>;

/**
 * The DTO of a form: a class with class-validator's rules and Swagger's property for each field of the definition. Extend
 * it to name it: `class LeadDto extends dtoOf(leadKind.fields) {}`.
 */
export function dtoOf<const Fields extends FieldDefinitions>(
  fields: Fields,
  nested: Nested = {},
): ClassConstructor<ValuesOf<Fields>> {
  class FormDto {}
  for (const [name, field] of Object.entries(fields)) {
    const own = nested[name];
    for (const decorate of Array.isArray(own) ? own : decoratorsOf(field, own)) decorate(FormDto.prototype, name);
  }
  return FormDto as ClassConstructor<ValuesOf<Fields>>; // its members are those that the decorators are about
}

function decoratorsOf(field: FieldDefinition, group?: ClassConstructor<object>): PropertyDecorator[] {
  const { optional = false, description } = field;
  const documented = {
    ...documentedType(field, group),
    ...(field.type === 'group' || field.type === 'groups' ? {} : { example: field.example }),
    ...(description === undefined ? {} : { description }),
    ...(optional ? { required: false, nullable: true } : {}),
  } as ApiPropertyOptions; // no spread satisfies its union type
  return [ApiProperty(documented), ...(optional ? [IsOptional()] : []), ...rulesOf(field, group)];
}

/** The order matters, because only the first failed rule reports an error. */
function rulesOf(field: FieldDefinition, group?: ClassConstructor<object>): PropertyDecorator[] {
  const message = messageOf(field);
  switch (field.type) {
    case 'text':
      return [Transform(({ value }) => trimmed(value)), ...textRules(field)];
    case 'email': {
      const { max } = limits.email;
      return [
        Transform(({ value }) => trimmed(value)),
        IsString({ message }),
        MaxLength(max, { message: tooLongMessage(max) }),
        Matches(emailPattern, { message }),
      ];
    }
    case 'choice': {
      const { choices, orBlank } = field;
      return [IsIn(orBlank ? ['', ...choices] : choices, { message, context: { allowed: choices } })];
    }
    case 'choices': {
      const { choices, min } = field;
      const options = { message, context: { allowed: choices } };
      return [
        IsArray({ ...options, message: ({ value }) => noListMessage(value, message) }),
        ArrayMinSize(min, options),
        ArrayMaxSize(choices.length, options),
        IsIn(choices, { ...options, each: true }),
      ];
    }
    case 'yesOrNo':
      return [IsBoolean({ message })];
    case 'wholeNumber':
      return [IsInt({ message }), Min(field.min, { message }), Max(field.max, { message })];
    case 'texts':
      return [
        Transform(({ value }) => (Array.isArray(value) ? value.map(trimmed) : value)),
        IsArray({ message }),
        ...textRules({}, { each: true }),
        ArrayMaxSize(field.max, { message: messages.tooMany }),
      ];
    case 'group':
      return [Type(() => group ?? Object), IsObject({ message }), ValidateNested({ message })];
    case 'groups': {
      const ofEach = { each: true, message: messages.object };
      return [
        Type(() => group ?? Object),
        IsArray({ message }),
        ArrayMaxSize(field.max, { message: messages.tooMany }),
        IsObject(ofEach),
        ValidateNested(ofEach),
      ];
    }
  }
}

function textRules(
  { lines, limit = limits.optionalText, message = messages.text }: Pick<TextDefinition, 'lines' | 'limit' | 'message'>,
  options: { each?: true } = {},
): PropertyDecorator[] {
  const { min, max } = limit;
  return [
    IsString({ ...options, message }),
    MinLength(min, { ...options, message }),
    MaxLength(max, { ...options, message: tooLongMessage(max) }),
    Matches(printablePattern, { ...options, message: messages.forbiddenCharacters }),
    ...(lines === 'several' ? [] : [Matches(oneLinePattern, { ...options, message: messages.oneLine })]),
  ];
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

const oneLine = { pattern: oneLinePattern.source };

function documentedType(field: FieldDefinition, group?: ClassConstructor<object>) {
  switch (field.type) {
    case 'text': {
      const { limit = limits.optionalText, lines } = field;
      return {
        type: String,
        maxLength: limit.max,
        ...(limit.min > 0 ? { minLength: limit.min } : {}),
        ...(lines === 'several' ? {} : oneLine),
      };
    }
    case 'email':
      return { type: String, format: 'email', maxLength: limits.email.max };
    case 'choice': {
      const { choices, orBlank, optional } = field;
      return { type: String, enum: [...(orBlank ? [''] : []), ...choices, ...(optional ? [null] : [])] };
    }
    case 'choices': {
      const items = { type: 'string', enum: [...field.choices] };
      return { type: 'array', items, minItems: field.min, maxItems: field.choices.length };
    }
    case 'yesOrNo':
      return { type: Boolean };
    case 'wholeNumber':
      return { type: 'integer', minimum: field.min, maximum: field.max };
    case 'texts': {
      const items = { type: 'string', maxLength: limits.optionalText.max, ...oneLine };
      return { type: 'array', items, maxItems: field.max };
    }
    case 'group':
      return { type: group };
    case 'groups':
      return { type: [group], maxItems: field.max };
  }
}

/** A parameter of a query: how many forms the answer has at most. */
export function PageLimit(limits: { max: number; default: number }, description: string, message: string) {
  return applyDecorators(
    ApiProperty({
      required: false,
      type: 'integer',
      minimum: 1,
      maximum: limits.max,
      default: limits.default,
      description,
    }),
    IsOptional(),
    Type(() => Number),
    IsInt({ message }),
    Min(1, { message }),
    Max(limits.max, { message }),
  );
}

/**
 * For the whole application. Unknown members are refused by name; each invalid field is reported once, with the first rule
 * that it breaks.
 */
export const validationPipe = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  // The error keeps the form for the list of its members; it is not sent.
  validationError: { target: true, value: false },
  exceptionFactory: (found) => {
    const all = found.flatMap((error) => flatten(error, ''));
    return validationProblem(
      all.slice(0, maxListed).map((describe) => describe()),
      all.length,
    );
  },
});

/** A body may have many wrong fields, and to describe an unknown member takes time. */
const maxListed = 20;

type Describe = () => WrongField;

function flatten(
  { property, target, constraints = {}, contexts, children = [] }: ValidationError,
  parent: string,
): Describe[] {
  const field = parent === '' ? property : `${parent}.${property}`;
  const own = Object.entries(constraints).map(
    ([rule, message]): Describe =>
      () => {
        if (rule === 'whitelistValidation') return { field, message: unknownMember(property, target) };
        const allowed: readonly string[] | undefined = contexts?.[rule]?.allowed;
        return { field, message, ...(allowed ? { allowed } : {}) };
      },
  );
  return [...own, ...children.flatMap((child) => flatten(child, field))];
}

/**
 * 400 with the invalid fields; a single one gives the message.
 * @param total of the invalid fields, if there are more than `errors` lists
 */
export function validationProblem(errors: WrongField[], total = errors.length): ProblemError {
  const [first] = errors;
  const names = errors.map(({ field }) => field);
  const last = total > names.length ? `${total - names.length} more` : names.pop();
  const sentence =
    total === 1 && first ? first.message : `Please check ${total} fields: ${names.join(', ')} and ${last}.`;
  return new ProblemError(400, sentence, { errors });
}

/**
 * The error of an unknown member. Silently dropping `"istest": true` once delivered a test to the office
 * (docs/decisions/2026-11-22-unknown-members-are-refused.md).
 */
function unknownMember(name: string, form: object | undefined): string {
  const known = membersOf(form);
  // An attacker decides how long the name is, and the comparison takes time for each of its letters.
  const word = bare(name.slice(0, 60));
  const near = nearestWord(word, known.map(bare));
  const meant = near && near.distance <= 1 ? known.find((member) => bare(member) === near.word) : undefined;
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
