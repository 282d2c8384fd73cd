import { checkoutSchema, freeSampleSchema } from 'kit/contracts/marketplace';
import { messages } from 'kit/contracts/text-rules';
import * as z from 'kit/schema';
import { regexes } from 'zod/mini';

/**
 * The browser's rule for `<input type="email">`: empty, or the pattern of the HTML standard. Our forms turn the browser's
 * own messages off, so the rule is repeated here to show the error in the page.
 */
const browserEmail = z.nullish(
  z.string().check(z.refine((value) => value === '' || regexes.html5Email.test(value), messages.email)),
);

/** A form that is not sent: only the browser's e-mail rule applies (docs/specification.md#5). */
export const localFormSchema = z.object({ email: browserEmail });

/** A form that is sent must fit the server's limits; nothing else is checked. */
export const freeSampleFormSchema = z.extend(freeSampleSchema, { email: browserEmail });
export const checkoutFormSchema = z.extend(checkoutSchema, { email: browserEmail });
