import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { type ClassConstructor, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
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
} from 'class-validator';
import type { FieldDefinition, FieldDefinitions, TextDefinition, ValuesOf } from 'kit/contracts/form-definition';
import {
  emailPattern,
  limits,
  messages,
  oneLinePattern,
  printablePattern,
  tooLongMessage,
} from 'kit/contracts/text-rules';

/** The DTOs of groups, or what stands at a field instead of what its definition says. */
type Nested = Record<string, ClassConstructor<object> | PropertyDecorator[]>;

/**
 * The DTO of a form: a class that carries, for each field of the definition, class-validator's rules and Swagger's
 * property. Extend it, so that it has a name: `class LeadDto extends dtoOf(leadKind.fields) {}`.
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
  return FormDto as ClassConstructor<ValuesOf<Fields>>; // Its members are those that the decorators are about.
}

function decoratorsOf(field: FieldDefinition, group?: ClassConstructor<object>): PropertyDecorator[] {
  const { optional = false, description } = field;
  const documented = {
    ...documentedType(field, group),
    ...(field.type === 'group' || field.type === 'groups' ? {} : { example: field.example }),
    ...(description === undefined ? {} : { description }),
    ...(optional ? { required: false, nullable: true } : {}),
  } as ApiPropertyOptions; // Its type is a union that no spread satisfies.
  return [ApiProperty(documented), ...(optional ? [IsOptional()] : []), ...rulesOf(field, group)];
}

/** The first rule that fails is the only one that speaks, so the order counts. */
function rulesOf(field: FieldDefinition, group?: ClassConstructor<object>): PropertyDecorator[] {
  switch (field.type) {
    case 'text':
      return [Transform(({ value }) => trimmed(value)), ...textRules(field)];
    case 'email': {
      const { message = messages.email } = field;
      const { max } = limits.email;
      return [
        Transform(({ value }) => trimmed(value)),
        IsString({ message }),
        MaxLength(max, { message: tooLongMessage(max) }),
        Matches(emailPattern, { message }),
      ];
    }
    case 'choice': {
      const { choices, orBlank, message = messages.choice } = field;
      return [IsIn(orBlank ? ['', ...choices] : choices, { message, context: { allowed: choices } })];
    }
    case 'choices': {
      const { choices, min, message = messages.choice } = field;
      const options = { message, context: { allowed: choices } };
      return [
        IsArray(options),
        ArrayMinSize(min, options),
        ArrayMaxSize(choices.length, options),
        IsIn(choices, { ...options, each: true }),
      ];
    }
    case 'yesOrNo':
      return [IsBoolean({ message: messages.yesOrNo })];
    case 'wholeNumber': {
      const { min, max, message = messages.number } = field;
      return [IsInt({ message }), Min(min, { message }), Max(max, { message })];
    }
    case 'texts':
      return [
        Transform(({ value }) => (Array.isArray(value) ? value.map(trimmed) : value)),
        IsArray({ message: messages.text }),
        ...textRules({}, { each: true }),
        ArrayMaxSize(field.max, { message: messages.tooMany }),
      ];
    case 'group': {
      const { message = messages.text } = field;
      return [Type(() => group ?? Object), IsObject({ message }), ValidateNested({ message })];
    }
    case 'groups': {
      const ofEach = { each: true, message: messages.text };
      return [
        Type(() => group ?? Object),
        IsArray({ message: messages.list }),
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
