import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';
import { emailPattern, forbiddenCharacters, limits, messages, tooLongMessage } from 'kit/contracts/text-rules';

// The DTOs' side of kit/contracts/fields.ts. Lengths are counted as zod and OpenAPI count them (class-validator's own
// rules leave variation selectors out), and the first rule that fails is the only one that speaks.

type Limit = { readonly min: number; readonly max: number };
export type Rule = (value: unknown) => string | undefined;

interface Documented {
  example: string;
  description?: string;
}

/** A trimmed text with the given bounds. */
export function Text(limit: Limit, tooShort: string, documented: Documented) {
  return applyDecorators(
    ApiProperty({ type: String, minLength: limit.min, maxLength: limit.max, ...documented }),
    Trim(),
    follows('text', textRule(limit, tooShort)),
  );
}

/** A trimmed text that may be missing, null or empty. */
export function OptionalText(documented: Documented, limit: Limit = limits.optionalText) {
  return applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, maxLength: limit.max, ...documented }),
    IsOptional(),
    Trim(),
    follows('text', textRule(limit, messages.text)),
  );
}

/** A list of trimmed texts that may be missing or null. */
export function OptionalTextList(max: number, documented: { example: string[]; description?: string }) {
  const limit = limits.optionalText;
  const rule = textRule(limit, messages.text);
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      items: { type: 'string', maxLength: limit.max },
      maxItems: max,
      nullable: true,
      ...documented,
    }),
    IsOptional(),
    Transform(({ value }) => (Array.isArray(value) ? value.map(trimmed) : value)),
    follows('texts', (value) => {
      if (!Array.isArray(value)) return messages.text;
      const wrong = value.map(rule).find((message) => message !== undefined);
      return wrong ?? (value.length > max ? messages.tooMany : undefined);
    }),
  );
}

/** An e-mail address. */
export function Email(documented: Documented, message: string = messages.email) {
  return applyDecorators(
    ApiProperty({ type: String, format: 'email', maxLength: limits.email.max, ...documented }),
    Trim(),
    follows('email', emailRule(message)),
  );
}

export function textRule(limit: Limit, tooShort: string): Rule {
  return (value) => {
    if (typeof value !== 'string' || lengthOf(value) < limit.min) return tooShort;
    if (lengthOf(value) > limit.max) return tooLongMessage(limit.max);
    return forbiddenCharacters.test(value) ? messages.forbiddenCharacters : undefined;
  };
}

const surrogatePairs = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** In code points. */
function lengthOf(text: string): number {
  return text.length - (text.match(surrogatePairs)?.length ?? 0);
}

const emailRule =
  (message: string): Rule =>
  (value) => {
    if (typeof value !== 'string') return message;
    if (lengthOf(value) > limits.email.max) return tooLongMessage(limits.email.max);
    return emailPattern.test(value) ? undefined : message;
  };

export function Trim() {
  return Transform(({ value }) => trimmed(value));
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** One constraint whose words depend on what is wrong. */
export function follows(name: string, rule: Rule) {
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => rule(value) === undefined,
      defaultMessage: (args) => rule(args?.value) ?? '',
    },
  });
}
