import * as z from 'kit/schema';

/** The header in which our own forms tell of themselves: bodies stay as docs/specification.md#7 has them. Optional. */
export const formContextHeader = 'X-Form-Context';

/** The words of consent that stand beside our forms; a new number for each change of the words. */
export const consentVersion = '2';

/** A form that was filled faster than this, in milliseconds, was filled by a machine: kept, marked and not mailed. */
export const minFillMs = 1000;

const formContextSchema = z.object({
  /** Path of the page that holds the form. */
  page: z.string().check(z.regex(/^\/[\x21-\x7e]{0,199}$/)),
  consent: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/)),
  /** From the first sight of the form to the send button. */
  fillMs: z.int().check(z.minimum(0), z.maximum(2_000_000_000)),
  /** The value of the field that people cannot see: empty, unless a machine filled it. */
  trap: z.string().check(z.maxLength(200)),
});

export type FormContext = z.infer<typeof formContextSchema>;

/** The header's value, ASCII whatever the fields hold: `page=%2Fhvac&consent=1&fill=5120&trap=`. */
export function formatFormContext({ page, consent, fillMs, trap }: FormContext): string {
  return new URLSearchParams({ page, consent, fill: String(Math.round(fillMs)), trap: trap.slice(0, 200) }).toString();
}

/** Undefined when the value is not one that {@link formatFormContext} made. */
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
