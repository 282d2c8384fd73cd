import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { intakeKind } from 'kit/contracts/exotic-car-intake';
import { schemaOf } from 'kit/contracts/fields';
import { exampleOf, type FieldDefinitions } from 'kit/contracts/form-definition';
import { jobTypes, leadFormSchema, toLeadPayload } from 'kit/contracts/lead';
import { formsAround } from '../../testing/arbitrary-forms.ts';
import { heldForms } from '../../testing/held-forms.ts';
import { verdictOfDto, verdictOfSchema } from '../../testing/same-verdict.ts';
import { LeadDto } from '../submissions/forms.controller.ts';

const runs = 300;

/** Values of the choices, so that the test covers more than the example's. */
function choicesOf(fields: FieldDefinitions): unknown[] {
  return Object.values(fields).flatMap((field): readonly unknown[] => {
    if (field.type === 'choice') return field.choices;
    return field.type === 'choices' ? [field.choices] : [];
  });
}

const vehicles = fc.array(formsAround(exampleOf(intakeKind.fields.vehicles.fields)), { maxLength: 3 });

function formsOf(name: string, fields: FieldDefinitions): fc.Arbitrary<object> {
  if (name !== 'intake') return formsAround(exampleOf(fields), choicesOf(fields));
  // The form has so many fields that a random one is almost never valid, so most fields are valid here.
  return fc
    .tuple(formsAround(exampleOf(fields), choicesOf(fields), 90), vehicles, fc.boolean())
    .map(([form, others, replaced]) => (replaced ? { ...form, vehicles: others } : form));
}

describe('the rules of browser and server, made from one definition', () => {
  it.each(Object.entries(heldForms))(
    `give the same verdict and the same words on ${runs} forms of the kind %s`,
    (name, { fields, dto }) => {
      const schema = schemaOf(fields);
      const verdicts = { valid: 0, invalid: 0 };
      fc.assert(
        fc.property(formsOf(name, fields), (form) => {
          const expected = verdictOfSchema(schema, form);
          verdicts[expected.length === 0 ? 'valid' : 'invalid']++;
          const given = verdictOfDto(dto, form);
          // Jest's comparison is slower than both validations together.
          if (!isDeepStrictEqual(given, expected)) expect(given).toEqual(expected);
        }),
        { numRuns: runs },
      );
      expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(runs / 100);
    },
  );

  it.each(Object.entries(heldForms))('accept the example of each field of a %s', (_name, { fields, dto }) => {
    expect(verdictOfSchema(schemaOf(fields), exampleOf(fields))).toEqual([]);
    expect(verdictOfDto(dto, exampleOf(fields))).toEqual([]);
  });

  it('let every form that a lead page accepts through to the server', () => {
    for (const industry of ['hvac', 'junkRemoval', 'solar'] as const) {
      for (const jobType of jobTypes[industry]) {
        const form = leadFormSchema(industry).parse({ ...exampleOf(heldForms.lead?.fields ?? {}), jobType });
        expect(verdictOfDto(LeadDto, toLeadPayload(form))).toEqual([]);
      }
    }
  });
});
