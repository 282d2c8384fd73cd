import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';
import { emailPattern, forbiddenCharacters, limits, messages, tooLongMessage } from 'kit/contracts/text-rules';

// The DTOs' side of kit/contracts/fields.ts. Lengths are UTF-16 units as zod counts them (class-validator's own rules
// count a surrogate pair as one), and the first rule that fails is the only one that speaks.

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

/** An e-mail address. */
export function Email(documented: Documented) {
  return applyDecorators(
    ApiProperty({ type: String, format: 'email', maxLength: limits.email.max, ...documented }),
    Trim(),
    follows('email', emailRule),
  );
}

export function textRule(limit: Limit, tooShort: string): Rule {
  return (value) => {
    if (typeof value !== 'string' || value.length < limit.min) return tooShort;
    if (value.length > limit.max) return tooLongMessage(limit.max);
    return forbiddenCharacters.test(value) ? messages.forbiddenCharacters : undefined;
  };
}

const emailRule: Rule = (value) => {
  if (typeof value !== 'string') return messages.email;
  if (value.length > limits.email.max) return tooLongMessage(limits.email.max);
  return emailPattern.test(value) ? undefined : messages.email;
};

export function Trim() {
  return Transform(({ value }) => (typeof value === 'string' ? value.trim() : value));
}

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
