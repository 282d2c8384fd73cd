import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { textField } from 'kit/contracts/fields';
import { alwaysStored, exampleOf, type FieldDefinition, type FieldDefinitions } from 'kit/contracts/form-definition';
import { inquiryKind } from 'kit/contracts/inquiry';
import { limits, messages } from 'kit/contracts/text-rules';
import * as z from 'zod/mini';
import { buildSite } from '../../testing/build-settings.ts';
import { heldForms } from '../../testing/held-forms.ts';
import { startTestApi, type TestApi } from '../../testing/start-test-api.ts';
import { whatDiffers } from '../../testing/what-differs.ts';

const { lead } = heldForms;
const nickname: FieldDefinition = { mailLabel: 'Nickname', lines: 'one', example: 'Ada' };
const withNickname = z.extend(lead.schema, { nickname: textField(limits.name, messages.name) });

describe('a form, its schema, its definition and its DTO', () => {
  it.each(Object.entries(heldForms))('have the same members for the form %s', (name, form) => {
    expect(whatDiffers(name, form)).toEqual([]);
  });

  it('are told apart by the name of the member that was added to one of them alone', () => {
    expect(whatDiffers('lead', { ...lead, fields: { ...lead.fields, nickname } })).toEqual([
      'lead: the schema lacks "nickname".',
      'lead: LeadDto, with a rule, lacks "nickname".',
    ]);
    expect(whatDiffers('lead', { ...lead, schema: withNickname })).toEqual([
      'lead: the definition, with mail label, lines and example, lacks "nickname".',
      'lead: LeadDto, with a rule, lacks "nickname".',
    ]);
    expect(whatDiffers('lead', { ...lead, schema: z.omit(lead.schema, { phone: true }) })).toEqual([
      'lead: the schema lacks "phone".',
    ]);
  });

  it('are told apart within a group', () => {
    const { certificates } = lead.fields;
    const fields = { ...lead.fields, certificates: { ...certificates, fields: { ...certificates.fields, nickname } } };
    expect(whatDiffers('lead', { ...lead, fields })).toEqual([
      'lead, certificates: the schema lacks "nickname".',
      'lead, certificates: LeadCertificatesDto, with a rule, lacks "nickname".',
    ]);
  });

  it.each<[string, Partial<FieldDefinition>, string]>([
    ['a label', { mailLabel: ' ' }, 'lead: "name" has no mail label.'],
    ['lines', { lines: 'several' }, 'lead: "name" has lines: several, and its rule takes one.'],
    ['an example', { example: '' }, 'lead: "name" has an example that its rule refuses: "".'],
    [
      'the same example',
      { example: 'Eve' },
      'lead: LeadDto documents "name" with another example than its definition has.',
    ],
  ])('agree on %s', (_what, change, sentence) => {
    const fields = { ...lead.fields, name: { ...lead.fields.name, ...change } };
    expect(whatDiffers('lead', { ...lead, fields })).toContain(sentence);
  });
});

const paths: Record<string, string> = {
  lead: '/api/leads',
  feedback: '/api/agents/demo-agent/feedback',
  support: '/api/contact-support',
  intake: '/api/exotic-car-intake',
};

describe('what is kept of a form', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ site: buildSite({ deliverLocalForms: true }) });
  });
  afterAll(() => api.stop());

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

  it.each(Object.entries<{ fields: FieldDefinitions; schema: z.ZodMiniObject }>(heldForms))(
    'is each member of the form %s, in the order of its definition',
    async (form, { fields }) => {
      const stored = Object.entries(fields).filter(([, { isStored }]) => isStored !== false);
      const expected = { ...exampleOf(Object.fromEntries(stored)), ...added(form) };
      expect(JSON.stringify(await store(form, exampleOf(fields)))).toBe(JSON.stringify(expected));
    },
  );

  it.each(Object.entries<{ fields: FieldDefinitions; schema: z.ZodMiniObject }>(heldForms))(
    'has a value for each member of the form %s that was left out, or is without it as its definition says',
    async (form, { fields, schema }) => {
      const needed = Object.entries(fields).filter(
        ([name]) => !z.safeParse(schema.shape[name] ?? z.never(), undefined).success,
      );
      const stored = await store(form, exampleOf(Object.fromEntries(needed)));
      expect(Object.keys(stored)).toEqual(Object.keys({ ...alwaysStored(fields), ...added(form) }));
    },
  );

  it('is an inquiry by each of its forms', () => {
    expect(Object.keys(heldForms)).toEqual(expect.arrayContaining(Object.keys(inquiryKind.forms)));
  });
});
