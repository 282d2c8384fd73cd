import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy, type ValidationArguments } from 'class-validator';
import {
  emailPattern,
  forbiddenCharacters,
  limits,
  messages,
  oneLinePattern,
  tooLongMessage,
} from 'kit/contracts/text-rules';
import { type Documented, shown } from './documented.ts';

// The DTOs' side of kit/contracts/fields.ts. Lengths are counted as zod and OpenAPI count them (class-validator's own
// rules leave variation selectors out), and the first rule that fails is the only one that speaks.

type Limit = { readonly min: number; readonly max: number };
/** What may be left out may be empty, too. */
type OptionalLimit = Limit & { readonly min: 0 };
export type Rule = (value: unknown) => string | undefined;

/** A trimmed text of one line with the given bounds. */
export function Text(limit: Limit, tooShort: string, documented: Documented) {
  return applyDecorators(
    ApiProperty({ ...documentedText(limit), minLength: limit.min, ...oneLine, ...shown(documented) }),
    Trim(),
    follows('text', oneLineRule(limit, tooShort)),
  );
}

/** A trimmed text with the given bounds that may have several lines. */
export function MultilineText(limit: Limit, tooShort: string, documented: Documented) {
  return applyDecorators(
    ApiProperty({ ...documentedText(limit), minLength: limit.min, ...shown(documented) }),
    Trim(),
    follows('text', textRule(limit, tooShort)),
  );
}

/** A trimmed text of one line that may be missing, null or empty. */
export function OptionalText(documented: Documented, limit: OptionalLimit = limits.optionalText) {
  return applyDecorators(
    ApiPropertyOptional({ ...documentedText(limit), nullable: true, ...oneLine, ...shown(documented) }),
    IsOptional(),
    Trim(),
    follows('text', oneLineRule(limit, messages.text)),
  );
}

/** A trimmed text that may be missing, null or empty, or have several lines. */
export function OptionalMultilineText(documented: Documented, limit: OptionalLimit = limits.optionalText) {
  return applyDecorators(
    ApiPropertyOptional({ ...documentedText(limit), nullable: true, ...shown(documented) }),
    IsOptional(),
    Trim(),
    follows('text', textRule(limit, messages.text)),
  );
}

/** A list of trimmed texts of one line that may be missing or null. */
export function OptionalTextList(max: number, documented: Documented<readonly string[]>) {
  const limit = limits.optionalText;
  const rule = oneLineRule(limit, messages.text);
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      items: { type: 'string', maxLength: limit.max, ...oneLine },
      maxItems: max,
      nullable: true,
      ...shown(documented),
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
    ApiProperty({ type: String, format: 'email', maxLength: limits.email.max, ...shown(documented) }),
    Trim(),
    follows('email', emailRule(message)),
  );
}

const oneLine = { pattern: oneLinePattern.source };

const documentedText = ({ max }: Limit) => ({ type: String, maxLength: max });

function oneLineRule(limit: Limit, tooShort: string): Rule {
  const rule = textRule(limit, tooShort);
  return (value) => rule(value) ?? (oneLinePattern.test(String(value)) ? undefined : messages.oneLine);
}

function textRule(limit: Limit, tooShort: string): Rule {
  return (value) => {
    if (typeof value !== 'string') return tooShort;
    const length = lengthOf(value);
    if (length < limit.min) return tooShort;
    if (length > limit.max) return tooLongMessage(limit.max);
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

/** One constraint whose words depend on what is wrong. What is allowed, where that is a choice, is named beside them. */
export function follows(name: string, rule: Rule, allowed?: readonly string[]) {
  const validator = {
    validate: (value: unknown) => rule(value) === undefined,
    defaultMessage: (args?: ValidationArguments) => rule(args?.value) ?? '',
  };
  return ValidateBy({ name, validator }, allowed && { context: { allowed } });
}
