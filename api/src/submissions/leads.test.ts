import { describe, expect, it } from '@jest/globals';
import { messages } from 'kit/contracts/text-rules';
import { buildLead } from '../../testing/build-forms.ts';
import { problemOf, sharedApi } from '../../testing/start-test-api.ts';

describe('POST /api/leads', () => {
  const api = sharedApi();

  const leadsNamed = async (name: string) =>
    (await api.database.client.query('select * from leads where name = $1', [name])).rows;

  it('keeps a lead and answers 201 with id, reference and time', async () => {
    const response = await api.post('/api/leads', buildLead({ name: '  Grace Hopper ' }));
    expect(response.status).toBe(201);
    const receipt = await response.json();
    expect(receipt).toEqual({
      id: expect.any(String),
      reference: expect.stringMatching(/^L-[0-9A-HJKMNP-TV-Z]{6}$/),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await leadsNamed('Grace Hopper')).toMatchObject([
      { id: receipt.id, reference: receipt.reference, services: ['repair'] },
    ]);
  });

  it('names each wrong field with the words of the form', async () => {
    const response = await api.post('/api/leads', buildLead({ email: 'no', phone: '123' }));
    expect(response.status).toBe(400);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
    const problem = await problemOf(response);
    expect(problem.message).toBe('Please check 2 fields: phone and email.');
    expect(problem.errors).toEqual([
      { field: 'phone', message: messages.phone },
      { field: 'email', message: messages.email },
    ]);
    expect(problem.requestId).toBe(response.headers.get('X-Request-Id'));
  });

  it('tells a program that a member takes an object, or true or false', async () => {
    const response = await api.post('/api/leads', { ...buildLead(), certificates: 'x', isTest: 'yes' });
    expect((await problemOf(response)).errors).toEqual([
      { field: 'certificates', message: 'Please send an object.' },
      { field: 'isTest', message: 'Please send true or false.' },
    ]);
  });

  it.each([
    ['name', 'Ada\nPhone: 1-900'],
    ['company', 'Analytical\r\nHeating'],
    ['phone', '(801) 555\t0142'],
    ['location', 'Salt\u2028Lake City'],
    ['source', 'a\nb'],
  ])('takes no line break or tab within %s', async (field, value) => {
    const response = await api.post('/api/leads', buildLead({ [field]: value }));
    expect(response.status).toBe(400);
    expect((await problemOf(response)).errors).toEqual([{ field, message: messages.oneLine }]);
  });

  it('takes a line break that was pasted along at the end, and keeps the name without it', async () => {
    expect((await api.post('/api/leads', buildLead({ name: 'Pasted Name\r\n' }))).status).toBe(201);
    expect(await leadsNamed('Pasted Name')).toHaveLength(1);
  });

  it.each(['', ' ', 'x', null])('takes %j for a source, as the document says', async (source) => {
    expect((await api.post('/api/leads', buildLead({ source }))).status).toBe(201);
  });

  it.each([
    ['roofing', 'leak-repair'],
    ['hvac', 'install'],
  ])('takes a lead of %s, an industry of the marketplace, and holds it to its services', async (industry, service) => {
    const sent = await api.post('/api/leads', buildLead({ industry, services: [service] }));
    expect(sent.status).toBe(201);
    const { reference } = await sent.json();
    const stored = 'select industry from submissions where reference = $1';
    expect((await api.database.client.query(stored, [reference])).rows).toEqual([{ industry }]);
    const services = [industry === 'hvac' ? 'battery' : 'repair'];
    const problem = await problemOf(await api.post('/api/leads', buildLead({ industry, services })));
    expect(problem.errors).toEqual([
      {
        field: 'services',
        message: `Please select services of the industry ${industry}.`,
        allowed: expect.arrayContaining([service]),
      },
    ]);
  });

  it('keeps one lead for twins in flight and answers all of them the same', async () => {
    const headers = { 'Idempotency-Key': 'c8b7a2b0-0000-4000-8000-000000000001' };
    const send = () => api.post('/api/leads', buildLead({ name: 'Twin' }), headers);
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('Idempotent-Replayed') === 'true')).toHaveLength(7);
    expect(await leadsNamed('Twin')).toHaveLength(1);
  });

  it('refuses a key that was used with another body', async () => {
    const headers = { 'Idempotency-Key': 'c8b7a2b0-0000-4000-8000-000000000002' };
    await api.post('/api/leads', buildLead({ name: 'First' }), headers);
    const response = await api.post('/api/leads', buildLead({ name: 'Second' }), headers);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).message).toMatch(/used before with another body/);
    expect(await leadsNamed('Second')).toHaveLength(0);
  });

  it('takes the corrected lead with the key of one that was refused', async () => {
    const headers = { 'Idempotency-Key': 'c8b7a2b0-0000-4000-8000-000000000004' };
    expect((await api.post('/api/leads', buildLead({ name: 'Corrected', email: 'no' }), headers)).status).toBe(400);
    expect((await api.post('/api/leads', buildLead({ name: 'Corrected' }), headers)).status).toBe(201);
  });

  it('does not take a real lead for the test that was sent before with the same key', async () => {
    const headers = { 'Idempotency-Key': 'c8b7a2b0-0000-4000-8000-000000000003' };
    expect((await api.post('/api/leads', buildLead({ name: 'Real', isTest: true }), headers)).status).toBe(201);
    expect((await api.post('/api/leads', buildLead({ name: 'Real' }), headers)).status).toBe(422);
  });

  it('keeps what the form tells of itself, and marks a machine instead of refusing it', async () => {
    const headers = { 'X-Form-Context': 'page=%2Fhvac&consent=1&fill=5120&trap=bot', 'User-Agent': 'test' };
    const response = await api.post('/api/leads', buildLead({ name: 'Machine' }), headers);
    expect(response.status).toBe(201);
    const { rows } = await api.database.client.query(
      `select ip, user_agent, page_path, consent_version, fill_ms, quarantine_reason,
        (select count(*)::int from deliveries where submission_id = submissions.id) as deliveries
       from submissions where payload->>'name' = 'Machine'`,
    );
    expect(rows).toEqual([
      {
        ip: '127.0.0.1',
        user_agent: 'test',
        page_path: '/hvac',
        consent_version: '1',
        fill_ms: 5120,
        quarantine_reason: 'trap filled',
        deliveries: 0,
      },
    ]);
  });
});
