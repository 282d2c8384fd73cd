import * as z from 'kit/schema';
import type { FieldDefinition, FieldDefinitions, Limit, ValueOf } from './form-definition.ts';
import {
  emailPattern,
  lengthOf,
  limits,
  messageOf,
  messages,
  noListMessage,
  oneLinePattern,
  printablePattern,
  tooLongMessage,
} from './text-rules.ts';

type RuleOf<Field> = Field extends { optional: true }
  ? z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniType<ValueOf<Field>, ValueOf<Field>>>>
  : z.ZodMiniType<ValueOf<Field>, ValueOf<Field>>;

export type SchemaOf<Fields> = z.ZodMiniObject<{ -readonly [Name in keyof Fields]: RuleOf<Fields[Name]> }>;

/** The zod schema of a form's definition, for its page. `message` is the error for a value that is not an object. */
export function schemaOf<const Fields extends FieldDefinitions>(fields: Fields, message?: string): SchemaOf<Fields> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ruleOf(field)]));
  // The cast is safe: `ruleOf` builds each rule from the same definition as the type.
  return z.object(shape, message) as unknown as SchemaOf<Fields>;
}

function ruleOf(field: FieldDefinition): z.ZodMiniType {
  const rule = filledRuleOf(field);
  return field.optional ? z.nullish(rule) : rule;
}

function filledRuleOf(field: FieldDefinition): z.ZodMiniType {
  const message = messageOf(field);
  switch (field.type) {
    case 'text': {
      const { limit = limits.optionalText } = field;
      return field.lines === 'several' ? multilineField(limit, message) : textField(limit, message);
    }
    case 'email':
      return emailField(message);
    case 'choice':
      return z.enum(field.orBlank ? [...field.choices, ''] : [...field.choices], message);
    case 'choices': {
      const { choices, min } = field;
      return z
        .array(z.enum([...choices], message), { error: ({ input }) => noListMessage(input, message) })
        .check(z.minLength(min, message), z.maxLength(choices.length, message));
    }
    case 'yesOrNo':
      return z.boolean(message);
    case 'wholeNumber':
      return z.int(message).check(z.minimum(field.min, message), z.maximum(field.max, message));
    case 'texts':
      return z.array(textField(limits.optionalText, message), message).check(z.maxLength(field.max, messages.tooMany));
    case 'group':
      return schemaOf(field.fields, message);
    case 'groups':
      return z.array(schemaOf(field.fields, messages.object), message).check(z.maxLength(field.max, messages.tooMany));
  }
}

/** A trimmed text of one line with the given bounds. Only the first failed rule reports an error. */
export function textField(limit: Limit, tooShort: string) {
  return multilineField(limit, tooShort).check(z.regex(oneLinePattern, messages.oneLine));
}

/** A trimmed text with the given bounds; it may have several lines. */
export function multilineField({ min, max }: Limit, tooShort: string) {
  return z.string(tooShort).check(
    z.trim(),
    z.refine((value) => lengthOf(value) >= min, { error: tooShort, abort: true }),
    z.refine((value) => lengthOf(value) <= max, { error: tooLongMessage(max), abort: true }),
    z.refine((value) => printablePattern.test(value), { error: messages.forbiddenCharacters, abort: true }),
  );
}

/** A trimmed e-mail address of at most 254 characters (RFC 5321, section 4.5.3.1.3). */
export function emailField(message: string = messages.email) {
  const { max } = limits.email;
  return z.string(message).check(
    z.trim(),
    z.refine((value) => lengthOf(value) <= max, { error: tooLongMessage(max), abort: true }),
    z.regex(emailPattern, message),
  );
}
