import * as z from 'kit/schema';
import { emailPattern, forbiddenCharacters, limits, messages, oneLinePattern, tooLongMessage } from './text-rules.ts';

type Limit = { readonly min: number; readonly max: number };
/** What may be left out may be empty, too. */
type OptionalLimit = Limit & { readonly min: 0 };

/** A trimmed text of one line with the given bounds. The first rule that fails is the only one that speaks. */
export function textField(limit: Limit, tooShort: string) {
  return multilineField(limit, tooShort).check(z.regex(oneLinePattern, messages.oneLine));
}

/** A trimmed text with the given bounds that may have several lines. */
export function multilineField(limit: Limit, tooShort: string) {
  return z.string(tooShort).check(
    z.trim(),
    z.minLength(limit.min, { error: tooShort, abort: true }),
    z.maxLength(limit.max, { error: tooLongMessage(limit.max), abort: true }),
    z.refine((value) => !forbiddenCharacters.test(value), { error: messages.forbiddenCharacters, abort: true }),
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

/** A trimmed text of one line that may be missing, null or empty; else only its length is bounded. */
export function optionalTextField(limit: OptionalLimit = limits.optionalText) {
  return z.nullish(textField(limit, messages.text));
}

/** The same with several lines. */
export function optionalMultilineField(limit: OptionalLimit = limits.optionalText) {
  return z.nullish(multilineField(limit, messages.text));
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
