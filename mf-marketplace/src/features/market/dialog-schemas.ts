import { checkoutSchema, freeSampleSchema } from 'kit/contracts/marketplace';
import { messages } from 'kit/contracts/text-rules';
import * as z from 'kit/schema';
import { regexes } from 'zod/mini';

/**
 * What a browser checks of `<input type="email">`: nothing when it is empty, else the pattern of the HTML standard. Our
 * forms turn the browser's own bubbles off, so the rule is repeated to be told in the page.
 */
const browserEmail = z.nullish(
  z.string().check(z.refine((value) => value === '' || regexes.html5Email.test(value), messages.email)),
);

/** A form that is sent nowhere: no field is checked beyond the browser's e-mail type (docs/specification.md#5). */
export const localFormSchema = z.object({ email: browserEmail });

/** What is sent has to fit into what the server takes; nothing else is checked of it. */
export const freeSampleFormSchema = z.extend(freeSampleSchema, { email: browserEmail });
export const checkoutFormSchema = z.extend(checkoutSchema, { email: browserEmail });
