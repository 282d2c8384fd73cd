import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { messages } from 'kit/contracts/text-rules';
import { type Documented, shown } from './documented.ts';
import { follows } from './text.ts';

/** One of the given values. */
export function Choice(values: readonly string[], message: string, documented: Documented, { required = true } = {}) {
  return applyDecorators(
    ApiProperty({
      type: String,
      enum: required ? [...values] : [...values, null],
      required,
      nullable: !required,
      ...shown(documented),
    }),
    follows('choice', (value) => (isOneOf(values, value) ? undefined : message), values),
  );
}

/** One of the given values, or nothing: missing, null or the empty value of a select. */
export function OptionalChoice(values: readonly string[], documented: Documented) {
  return applyDecorators(
    ApiProperty({ type: String, required: false, nullable: true, enum: ['', ...values, null], ...shown(documented) }),
    IsOptional(),
    follows('choice', (value) => (value === '' || isOneOf(values, value) ? undefined : messages.choice), values),
  );
}

/** A list of at least `min` of the given values. */
export function ChoiceList(
  values: readonly string[],
  message: string,
  min: number,
  documented: Documented<readonly string[]>,
) {
  return applyDecorators(
    ApiProperty({ ...documentedList(values, min), ...shown(documented) }),
    follows('choices', listRule(values, message, min), values),
  );
}

/** A list of the given values that may be missing, null or empty. */
export function OptionalChoiceList(values: readonly string[], documented: Documented<readonly string[]>) {
  return applyDecorators(
    ApiProperty({ ...documentedList(values, 0), required: false, nullable: true, ...shown(documented) }),
    IsOptional(),
    follows('choices', listRule(values, messages.choice, 0), values),
  );
}

/** Yes or no. */
export function YesOrNo(documented: Documented<boolean>) {
  return applyDecorators(ApiProperty({ type: Boolean, ...shown(documented) }), follows('yesOrNo', yesOrNoRule));
}

/** Yes, no, or not answered. */
export function OptionalYesOrNo(documented: Documented<boolean>) {
  return applyDecorators(
    ApiProperty({ type: Boolean, required: false, nullable: true, ...shown(documented) }),
    IsOptional(),
    follows('yesOrNo', yesOrNoRule),
  );
}

/** A whole number within bounds. */
export function WholeNumber(
  { min, max }: { min: number; max: number },
  message: string,
  documented: Documented<number>,
  { required = true } = {},
) {
  return applyDecorators(
    ApiProperty({ type: 'integer', minimum: min, maximum: max, required, nullable: !required, ...shown(documented) }),
    ...(required ? [] : [IsOptional()]),
    follows('wholeNumber', (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max ? undefined : message,
    ),
  );
}

const yesOrNoRule = (value: unknown) => (typeof value === 'boolean' ? undefined : messages.yesOrNo);

function listRule(values: readonly string[], message: string, min: number) {
  return (value: unknown) => {
    if (!Array.isArray(value) || value.length < min || value.length > values.length) return message;
    return value.every((entry) => isOneOf(values, entry)) ? undefined : message;
  };
}

function documentedList(values: readonly string[], min: number) {
  const items = { type: 'string' as const, enum: [...values] };
  return { type: 'array' as const, items, minItems: min, maxItems: values.length };
}

function isOneOf(values: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && values.includes(value);
}
