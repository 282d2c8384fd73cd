import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import fc from 'fast-check';
import { intakeChoices, intakeKind } from 'kit/contracts/exotic-car-intake';
import { feedbackChoices } from 'kit/contracts/feedback';
import { exampleOf } from 'kit/contracts/form-definition';
import { inquiryForms, inquiryMessages, inquirySchema } from 'kit/contracts/inquiry';
import { jobTypes, leadFormSchema, toLeadPayload } from 'kit/contracts/lead';
import { requestTypes } from 'kit/contracts/support';
import type * as z from 'zod/mini';
import { formsAround } from '../../testing/arbitrary-forms.ts';
import { type HeldForm, heldForms } from '../../testing/held-forms.ts';
import { verdictOfDto, verdictOfSchema } from '../../testing/same-verdict.ts';
import { InquiryDto } from '../inquiries/inquiry.dto.ts';
import { LeadDto } from '../leads/lead.dto.ts';
import { buildFormReader } from './form-reader.ts';

/** A right form of each kind, as its definition has it. */
const right = (form: keyof typeof heldForms) => exampleOf(heldForms[form].fields);
const lead = right('lead');

/** As many for each kind; `npm run drill:rules` has more. */
const runs = Number(process.env.RULE_RUNS ?? 1000);

const intakeForms = fc
  .tuple(
    formsAround(right('intake'), Object.values(intakeChoices), 90),
    fc.array(formsAround(exampleOf(intakeKind.fields.vehicles.fields)), { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([form, vehicles, replaced]) => (replaced ? { ...form, vehicles } : form));

const inquiryFields = fc.oneof(...inquiryForms.map((form) => formsAround(right(form))));
const inquiryEnvelopes = fc
  .tuple(formsAround({ form: 'consultation', about: 'Roofing', fields: {} }, inquiryForms), inquiryFields, fc.boolean())
  .map(([form, fields, replaced]) => (replaced ? { ...form, fields } : form));

/** Values of the choices, so that others than the example's are hit. */
const choices: Record<string, readonly unknown[]> = {
  lead: Object.values(jobTypes),
  feedback: Object.values(feedbackChoices).flat(),
  support: requestTypes,
};

const kinds: [string, z.core.$ZodType, ClassConstructor<object>, fc.Arbitrary<object>][] = [
  ...Object.entries<HeldForm>(heldForms).map(([form, { schema, fields, dto }]) => {
    const forms = form === 'intake' ? intakeForms : formsAround(exampleOf(fields), choices[form]);
    return [form, schema, dto, forms] satisfies (typeof kinds)[number];
  }),
  ['inquiry', inquirySchema, InquiryDto, inquiryEnvelopes],
];

/** One member that is not known has everything looked at carefully. */
function withoutUnknown(form: object): object {
  return Object.fromEntries(Object.entries(form).filter(([name]) => name !== 'unknown'));
}

/** Zod looks no further when it does not know the form of an inquiry. */
function shown(verdict: string[]): string[] {
  const unknownForm = verdict.filter((line) => line === `form: ${inquiryMessages.form}`);
  return unknownForm.length > 0 ? unknownForm : verdict;
}

describe('the rules of browser and server', () => {
  it.each(kinds)(
    `give the same verdict and the same words on ${runs} forms of the kind %s`,
    (_kind, schema, dto, forms) => {
      const verdicts = { valid: 0, invalid: 0 };
      fc.assert(
        fc.property(forms, (form) => {
          const expected = verdictOfSchema(schema, form);
          verdicts[expected.length === 0 ? 'valid' : 'invalid']++;
          const given = shown(verdictOfDto(dto, form));
          // Jest's own comparison is slower than both verdicts together.
          if (!isDeepStrictEqual(given, expected)) expect(given).toEqual(expected);
        }),
        { numRuns: runs },
      );
      expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(runs / 100);
    },
  );

  it.each(kinds)(
    'are kept by the reader that takes the short way, on forms of the kind %s',
    (kind, _schema, dto, forms) => {
      const read = buildFormReader(dto);
      let readForms = 0;
      fc.assert(
        fc.property(forms.map(withoutUnknown), (form) => {
          const quick = read?.(form);
          if (quick === undefined) return;
          readForms++;
          const careful = plainToInstance(dto, form);
          const isSame = isDeepStrictEqual(quick, careful) && verdictOfDto(dto, form).length === 0;
          if (!isSame) expect([quick, verdictOfDto(dto, form)]).toEqual([careful, []]);
        }),
        { numRuns: runs },
      );
      // The fields of an inquiry are of the class that its other member names: that is always looked at carefully.
      if (kind === 'inquiry') expect(readForms).toBe(0);
      else expect(readForms).toBeGreaterThan(runs / 100);
    },
  );

  it.each(Object.entries<HeldForm>(heldForms))('a right %s takes the short way', (_form, { fields, dto }) => {
    expect(buildFormReader(dto)?.(exampleOf(fields))).toBeInstanceOf(dto);
  });

  it('let every form that a lead page accepts through to the server', () => {
    for (const industry of ['hvac', 'junkRemoval', 'solar'] as const) {
      for (const jobType of jobTypes[industry]) {
        const form = leadFormSchema(industry).parse({ ...lead, jobType });
        expect(verdictOfDto(LeadDto, toLeadPayload(form))).toEqual([]);
      }
    }
  });
});
