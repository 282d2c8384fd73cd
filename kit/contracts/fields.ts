import * as z from 'kit/schema';
import { emailPattern, forbiddenCharacters, limits, messages, tooLongMessage } from './text-rules.ts';

type Limit = { readonly min: number; readonly max: number };

/** A trimmed text with the given bounds. The first rule that fails is the only one that speaks. */
export function textField(limit: Limit, tooShort: string) {
  return z.string(tooShort).check(
    z.trim(),
    z.minLength(limit.min, { error: tooShort, abort: true }),
    z.maxLength(limit.max, { error: tooLongMessage(limit.max), abort: true }),
    z.refine((value) => !forbiddenCharacters.test(value), messages.forbiddenCharacters),
  );
}

/** A trimmed e-mail address of at most 254 characters (RFC 5321, section 4.5.3.1.3). */
export function emailField(message: string = messages.email) {
  return z
    .string(message)
    .check(
      z.trim(),
      z.maxLength(limits.email.max, { error: tooLongMessage(limits.email.max), abort: true }),
      z.regex(emailPattern, message),
    );
}

/** One of the given values. */
export function choiceField<const Values extends readonly [string, ...string[]]>(values: Values, message: string) {
  return z.enum(values, message);
}

/** A trimmed text that may be missing, null or empty; only its length is bounded. */
export function optionalTextField(limit: Limit = limits.optionalText) {
  return z.nullish(textField(limit, messages.text));
}

/** Yes or no. */
export function yesOrNoField() {
  return z.boolean(messages.yesOrNo);
}

/** A list of the given values, at least `min` of them and no longer than the list of values itself. */
export function choiceListField<const Values extends readonly [string, ...string[]]>(
  values: Values,
  message: string,
  min: number,
) {
  return z
    .array(choiceField(values, message), message)
    .check(z.minLength(min, message), z.maxLength(values.length, message));
}

/** One of the given values, or nothing: missing, null or the empty value of a select. */
export function optionalChoiceField<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.nullish(z.enum([...values, ''], messages.choice));
}

/** Yes, no, or not answered. */
export function optionalYesOrNoField() {
  return z.nullish(yesOrNoField());
}
