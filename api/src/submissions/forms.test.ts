import { beforeAll, describe, expect, it } from '@jest/globals';
import { alwaysStored, exampleOf } from 'kit/contracts/form-definition';
import { buildSupport } from '../../testing/build-forms.ts';
import { buildSite } from '../../testing/build-settings.ts';
import { heldForms } from '../../testing/held-forms.ts';
import { problemOf, sharedApi, startTestApi } from '../../testing/start-test-api.ts';

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

describe('a site that keeps the local forms local', () => {
  it('takes no inquiry', async () => {
    const site = await startTestApi();
    const response = await site.post('/api/inquiries', inquiry);
    const { rows } = await site.database.client.query('select count(*)::int as kept from submissions');
    await site.stop();
    expect(response.status).toBe(404);
    expect(rows).toEqual([{ kept: 0 }]);
  });
});

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
