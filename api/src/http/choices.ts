import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { messages } from 'kit/contracts/text-rules';
import { follows } from './text.ts';

interface Documented<Example> {
  example: Example;
  description?: string;
}

/** One of the given values. */
export function Choice(values: readonly string[], message: string, documented: Documented<string>) {
  return applyDecorators(
    ApiProperty({ type: String, enum: [...values], ...documented }),
    follows('choice', (value) => (isOneOf(values, value) ? undefined : message)),
  );
}

/** A list of the given values, with at least `min` of them and each as often as one likes. */
export function ChoiceList(
  values: readonly string[],
  message: string,
  { min = 1, ...documented }: Documented<string[]> & { min?: number },
) {
  const max = values.length;
  const isList = (value: unknown) =>
    Array.isArray(value) &&
    value.length >= min &&
    value.length <= max &&
    value.every((entry) => isOneOf(values, entry));
  return applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', enum: [...values] },
      minItems: min,
      maxItems: max,
      ...documented,
    }),
    follows('choices', (value) => (isList(value) ? undefined : message)),
  );
}

/** Yes or no. */
export function YesOrNo({ required = true, ...documented }: Documented<boolean> & { required?: boolean }) {
  return applyDecorators(
    ApiProperty({ type: Boolean, required, nullable: !required, ...documented }),
    follows('yesOrNo', (value) => (typeof value === 'boolean' ? undefined : messages.yesOrNo)),
  );
}

function isOneOf(values: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && values.includes(value);
}
