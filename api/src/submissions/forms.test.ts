import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import fc from 'fast-check';
import { intakeKind } from 'kit/contracts/exotic-car-intake';
import { feedbackKind } from 'kit/contracts/feedback';
import { schemaOf } from 'kit/contracts/fields';
import { alwaysStored, exampleOf, type FieldDefinitions } from 'kit/contracts/form-definition';
import { inquiryForms, inquiryKind } from 'kit/contracts/inquiry';
import { jobTypes, leadFormSchema, toLeadPayload } from 'kit/contracts/lead';
import { leadKind } from 'kit/contracts/lead-payload';
import { testMember } from 'kit/contracts/submission-origin';
import { supportKind } from 'kit/contracts/support';
import * as z from 'zod/mini';
import { buildSupport } from '../../testing/build-forms.ts';
import { buildSite } from '../../testing/build-settings.ts';
import { problemOf, sharedApi } from '../../testing/start-test-api.ts';
import { FeedbackDto, IntakeDto, inquiryDtos, LeadDto, SupportDto } from './forms.controller.ts';

const api = sharedApi({ site: buildSite({ deliverLocalForms: true }) });

const support = buildSupport({ agentName: 'demo-agent', agentCode: 'DEMO-ACTIVE' });

const intake = {
  fullName: 'Enzo Rossi',
  businessName: 'Rossi Exotics',
  phone: '(305) 555-0110',
  email: 'enzo@example.com',
  cityState: 'Miami, FL',
  ownsDomain: false,
  domainName: null,
  vehicles: [{ year: '2024', make: 'A', model: 'B', color: 'C', dailyRate: '1', keyFeatures: 'D' }],
  likedWebsites: ['', ' https://a.example '],
  budget: 'under-1000',
};

const feedback = {
  clientName: 'Grace',
  clientEmail: 'grace@example.com',
  businessName: 'Dental',
  agentSatisfaction: 4,
};

const inquiry = { form: 'free-sample', about: 'Roofing', fields: { email: 'not checked' } };

describe('the other forms', () => {
  let agentId: string;
  beforeAll(async () => {
    agentId = (await (await api.get('/api/ai-agents/by-name/demo-agent')).json()).id;
  });

  const stored = async (response: Response) => {
    expect(response.status).toBe(201);
    const { reference } = await response.json();
    const { rows } = await api.database.client.query('select kind, payload from submissions where reference = $1', [
      reference,
    ]);
    return { letter: reference.charAt(0), ...rows[0] };
  };

  it('keeps a support message, a question unless something else was chosen', async () => {
    const row = await stored(await api.post('/api/contact-support', support));
    expect(row).toMatchObject({ letter: 'S', kind: 'support', payload: { ...support, requestType: 'question' } });
  });

  it('keeps an intake as the specification has it', async () => {
    const row = await stored(await api.post('/api/exotic-car-intake', intake));
    expect(row).toMatchObject({ letter: 'X', kind: 'intake' });
    expect(row.payload).toEqual({
      ...intake,
      ...{ needsDomainHelp: false, hasHosting: null, instagram: null, tiktok: null, youtube: null, facebook: null },
      ...{ other: null, pages: [], colorScheme: null, likedWebsites: ['https://a.example'], designStyle: [] },
      ...{ customDesignStyle: null, hasContract: null, needsContractHelp: false, termsConditions: null },
      ...{ refundPolicy: null, renterRequirements: null, features: [], customFeature: null, launchDate: null },
      additionalNotes: null,
    });
  });

  it('keeps feedback for an agent, with the wish for a quote unless somebody said no', async () => {
    const row = await stored(await api.post('/api/agents/demo-agent/feedback', { ...feedback, agentId }));
    expect(row).toMatchObject({ letter: 'F', kind: 'feedback', payload: { ...feedback, agentId, wantsQuote: true } });
  });

  it('keeps feedback without a satisfaction with the one that its form begins with', async () => {
    const { agentSatisfaction: _none, ...rest } = feedback;
    for (const given of [{}, { agentSatisfaction: null }]) {
      const row = await stored(await api.post('/api/agents/demo-agent/feedback', { ...rest, ...given, agentId }));
      expect(row.payload).toMatchObject({ ...rest, agentSatisfaction: 5 });
    }
  });

  it.each(['retired-agent', 'nobody'])('does not take feedback for %s', async (name) => {
    expect((await api.post(`/api/agents/${name}/feedback`, { ...feedback, agentId })).status).toBe(404);
  });

  it('does not take feedback with the id of another agent', async () => {
    const response = await api.post('/api/agents/demo-agent/feedback', { ...feedback, agentId: 'other' });
    expect(response.status).toBe(400);
    expect((await problemOf(response)).errors).toMatchObject([{ field: 'agentId' }]);
  });

  it('keeps an inquiry of an unvalidated form whatever its fields hold', async () => {
    const row = await stored(await api.post('/api/inquiries', inquiry));
    expect(row).toMatchObject({
      letter: 'Q',
      kind: 'inquiry',
      payload: { form: 'free-sample', fields: { email: 'not checked' } },
    });
  });

  it.each<[string, object, string]>([
    ['/api/contact-support', { ...support, subject: 'Hi' }, 'subject'],
    ['/api/exotic-car-intake', { ...intake, vehicles: [{ year: '' }] }, 'vehicles.0.year'],
    ['/api/agents/demo-agent/feedback', { ...feedback, agentSatisfaction: 6 }, 'agentSatisfaction'],
    ['/api/inquiries', { form: 'consultation', fields: { name: 'Ada' } }, 'fields.company'],
    ['/api/inquiries', { form: 'unknown', fields: {} }, 'form'],
  ])('POST %s names the wrong field', async (path, body, field) => {
    const response = await api.post(path, body);
    expect(response.status).toBe(400);
    expect((await problemOf(response)).errors.map((error) => error.field)).toContain(field);
  });

  it('one key may be used once for each kind of form', async () => {
    const headers = { 'Idempotency-Key': 'one-key-for-two-kinds' };
    expect((await api.post('/api/contact-support', support, headers)).status).toBe(201);
    expect((await api.post('/api/exotic-car-intake', intake, headers)).status).toBe(201);
    const other = { ...support, subject: 'Another subject' };
    expect((await api.post('/api/contact-support', other, headers)).status).toBe(422);
  });
});

/** A form's definition and its DTO. */
interface HeldForm {
  fields: FieldDefinitions;
  dto: ClassConstructor<object>;
}

const heldForms: Readonly<Record<string, HeldForm>> = {
  lead: { fields: leadKind.fields, dto: LeadDto },
  feedback: { fields: { ...feedbackKind.fields, ...testMember }, dto: FeedbackDto },
  support: { fields: { ...supportKind.fields, ...testMember }, dto: SupportDto },
  intake: { fields: { ...intakeKind.fields, ...testMember }, dto: IntakeDto },
  ...Object.fromEntries(
    inquiryForms.map((form) => [form, { fields: inquiryKind.forms[form].fields, dto: inquiryDtos[form] }]),
  ),
};

const paths: Record<string, string> = {
  lead: '/api/leads',
  feedback: '/api/agents/demo-agent/feedback',
  support: '/api/contact-support',
  intake: '/api/exotic-car-intake',
};

describe('what is kept of a form', () => {
  const store = async (form: string, fields: object): Promise<Record<string, unknown>> => {
    const path = paths[form];
    const response = path
      ? await api.post(path, fields)
      : await api.post('/api/inquiries', { form, about: 'Roofing', fields });
    const { reference } = await response.json();
    const { rows } = await api.database.client.query('select payload from submissions where reference = $1', [
      reference,
    ]);
    return path ? rows[0].payload : rows[0].payload.fields;
  };
  const added = (form: string) => (form === 'feedback' ? { agentName: 'demo-agent' } : {});

  it.each(Object.entries(heldForms))(
    'is each member of the form %s, in the order of its definition',
    async (form, { fields }) => {
      const stored = Object.entries(fields).filter(([, { isStored }]) => isStored !== false);
      const expected = { ...exampleOf(Object.fromEntries(stored)), ...added(form) };
      expect(JSON.stringify(await store(form, exampleOf(fields)))).toBe(JSON.stringify(expected));
    },
  );

  it.each(Object.entries(heldForms))(
    'has a value for each member of the form %s that was left out, or is without it as its definition says',
    async (form, { fields }) => {
      const needed = Object.entries(fields).filter(([, { optional }]) => !optional);
      const stored = await store(form, exampleOf(Object.fromEntries(needed)));
      expect(Object.keys(stored)).toEqual(Object.keys({ ...alwaysStored(fields), ...added(form) }));
    },
  );
});

/** `field: message` for each error; a field in a list is named with its index. */
type Verdict = string[];

function verdictOfSchema(schema: z.core.$ZodType, form: unknown): Verdict {
  const parsed = z.safeParse(schema, form);
  return parsed.success ? [] : unique(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
}

function verdictOfDto(dto: ClassConstructor<object>, form: unknown): Verdict {
  const options = { whitelist: true, stopAtFirstError: true };
  return unique(validateSync(plainToInstance(dto, form) as object, options).flatMap((error) => flatten(error, '')));
}

function flatten({ property, constraints = {}, children = [] }: ValidationError, parent: string): string[] {
  const field = parent === '' ? property : `${parent}.${property}`;
  const own = Object.values(constraints).map((message) => `${field}: ${message}`);
  return [...own, ...children.flatMap((child) => flatten(child, field))];
}

/**
 * Keeps the first error of each field. One side reports a rule on a whole list at the list, the other at an entry; the list
 * counts.
 */
function unique(lines: string[]): Verdict {
  const byField = new Map<string, string>();
  for (const line of lines.map((text) => text.replace(/\.\d+: /, ': '))) {
    const field = line.slice(0, line.indexOf(': '));
    if (!byField.has(field)) byField.set(field, line);
  }
  return [...byField.values()].sort();
}

const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.array(fc.nat(0x10ffff), { maxLength: 12 }).map((codes) => String.fromCodePoint(...codes)),
  fc.constantFrom('', ' ', ' a ', 'ab', '😀', '😀😀', 'a\u0000b', 'a\ud800b', '\u0085', '\u00a0\u00a0x', 'é̀'),
  fc.constantFrom(
    'Ada\nPhone: 1-900',
    'Ada Lovelace\r\n',
    '\n',
    'Ada\tLovelace',
    'one\u2028two',
    'one\u2029two',
    'one\u0085two',
  ),
  fc.emailAddress(),
  fc.constantFrom('a@b.co', 'a..b@c.de', '.a@b.co', 'a@b', 'a@b.c', 'ä@b.co', "o'x@b.co", 'a@-b.co', ' a@b.co '),
  fc.constantFrom(9, 10, 40, 41, 199, 200, 201, 254, 255, 2000, 2001, 5001).map((length) => 'x'.repeat(length)),
);

const anything = fc.oneof(
  texts,
  fc.constantFrom(null, undefined, true, false, 0, 1, 5, 6, 1.5, -1, Number.MAX_SAFE_INTEGER),
  fc.constantFrom([], {}, [''], ['a'], [null], { a: 1 }, [[]], [{}]),
);

/**
 * Forms around a valid one: most fields are valid; some are replaced, missing or unknown. `values` are also tried, so that
 * choices are hit. `right` fields are left valid for three that are not.
 */
function formsAround(valid: object, values: readonly unknown[] = [], right = 6): fc.Arbitrary<object> {
  const wrong = fc.oneof(anything, fc.constantFrom(...values, ...Object.values(valid)));
  const fields = Object.entries(valid).map(([name, value]) => {
    const field = fc.oneof(
      { weight: right, arbitrary: fc.constant(value) },
      { weight: 2, arbitrary: wrong },
      { weight: 1, arbitrary: fc.constant(missing) },
    );
    return [name, field] as const;
  });
  return fc.record({ ...Object.fromEntries(fields), unknown: anything }).map(withoutMissing);
}

const missing = Symbol('missing');

function withoutMissing(form: object): object {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== missing));
}

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
