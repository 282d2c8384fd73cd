import * as z from 'kit/schema';

/**
 * The optional header that describes how one of our own forms was filled in. A header leaves the bodies as
 * docs/specification.md#7 defines them.
 */
export const formContextHeader = 'X-Form-Context';

/** The version of the consent text beside our forms. Raise it with each change of the text. */
export const consentVersion = '2';

/**
 * In milliseconds. A form that is submitted sooner after the document was opened was filled in by a machine: it is stored and
 * marked, but not mailed.
 */
export const minFillMs = 1000;

const formContextSchema = z.object({
  /** Path of the page with the form. */
  page: z.string().check(z.regex(/^\/[\x21-\x7e]{0,199}$/)),
  consent: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/)),
  /** Milliseconds from the opening of the document to the submit. */
  fillMs: z.int().check(z.minimum(0), z.maximum(2_000_000_000)),
  /** The value of the honeypot field, which people cannot see: empty, unless a machine filled it in. */
  trap: z.string().check(z.maxLength(200)),
});

export type FormContext = z.infer<typeof formContextSchema>;

/** Formats the header's value as ASCII: `page=%2Fhvac&consent=1&fill=5120&trap=`. */
export function formatFormContext({ page, consent, fillMs, trap }: FormContext): string {
  return new URLSearchParams({ page, consent, fill: String(Math.round(fillMs)), trap: trap.slice(0, 200) }).toString();
}

/** Reads the value of {@link formatFormContext}. @returns undefined for any other value. */
export function parseFormContext(text: string): FormContext | undefined {
  const fields = new URLSearchParams(text);
  const parsed = formContextSchema.safeParse({
    page: fields.get('page'),
    consent: fields.get('consent'),
    fillMs: Number(fields.get('fill') ?? Number.NaN),
    trap: fields.get('trap'),
  });
  return parsed.success ? parsed.data : undefined;
}
