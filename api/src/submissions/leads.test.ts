import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { minFillMs } from 'kit/contracts/form-context';
import { messages } from 'kit/contracts/text-rules';
import { addPartner } from '../../testing/add-partner.ts';
import { buildLead } from '../../testing/build-forms.ts';
import { deliverAllDue } from '../../testing/deliver-due.ts';
import { receiveEvents } from '../../testing/receivers.ts';
import { relayTo } from '../../testing/relay.ts';
import { runOffice } from '../../testing/run-office.ts';
import { problemOf, sharedApi, startTestApi } from '../../testing/start-test-api.ts';

const api = sharedApi();

describe('POST /api/leads', () => {
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

  it('keeps nothing later of a lead that the database was too busy for', async () => {
    const { client } = api.database;
    await client.query('begin; lock table deliveries in access exclusive mode');
    const answers = await Promise.all([1, 2, 3].map(() => api.post('/api/leads', buildLead({ name: 'Too Busy' }))));
    await client.query('commit');
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const answer of answers) expect((await problemOf(answer)).message).not.toContain('may have been kept');
    // Statements that wait for the table get it before this one.
    await client.query('begin; lock table deliveries in access exclusive mode; commit');
    expect(await leadsNamed('Too Busy')).toEqual([]);
  });

  it('says of a lead whose answer was lost that it may have been kept, and keeps it once when it comes again', async () => {
    let isLost = false;
    const relay = await relayTo(api.database.url, { onReceived: (bytes) => !(isLost && bytes.includes('L-')) });
    const other = await startTestApi({ databaseUrl: relay.url }, { beside: api });
    const send = () => other.post('/api/leads', buildLead({ name: 'Lost' }), { 'Idempotency-Key': 'lost-answer-1' });
    isLost = true;
    const answer = await send();
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    expect((await problemOf(answer)).message).toMatch(/may have been kept\. Please send it again: it is kept once\.$/);
    const withoutKey = await other.post('/api/leads', buildLead({ name: 'Without a key' }));
    expect((await problemOf(withoutKey)).message).toMatch(/it may be kept twice: an Idempotency-Key would prevent/);
    isLost = false;
    const again = await send();
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    expect(await leadsNamed('Lost')).toHaveLength(1);
    await other.stop();
    relay.close();
  });

  it('refuses a key that was used with another body', async () => {
    const headers = { 'Idempotency-Key': 'c8b7a2b0-0000-4000-8000-000000000002' };
    await api.post('/api/leads', buildLead({ name: 'First' }), headers);
    const response = await api.post('/api/leads', buildLead({ name: 'Second' }), headers);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).message).toMatch(/used before with another body/);
    expect(await leadsNamed('Second')).toHaveLength(0);
  });

  it.each([
    [{ industry: 'hvac' }, {}],
    [{ page: '/a' }, { page: '/b' }],
    [{ industry: 'hvac', page: '/a' }, { industry: 'hvac' }],
    [{}, { page: '/a' }],
  ])('counts industry and page as part of the body: %j, then %j', async (first, second) => {
    const headers = { 'Idempotency-Key': `named-${JSON.stringify([first, second])}` };
    const send = (named: object) => api.post('/api/leads', buildLead({ name: 'Named', ...named }), headers);
    expect((await send(first)).status).toBe(201);
    expect((await send(second)).status).toBe(422);
    expect((await send(first)).headers.get('Idempotent-Replayed')).toBe('true');
  });

  it('takes a blank page or industry for none', async () => {
    const headers = { 'Idempotency-Key': 'blank-page-and-industry' };
    const send = (named: object) => api.post('/api/leads', buildLead({ name: 'Blank', ...named }), headers);
    expect((await send({ page: null, industry: null })).status).toBe(201);
    expect((await send({})).headers.get('Idempotent-Replayed')).toBe('true');
  });

  it('keeps the real lead of a partner beside its test with the same key', async () => {
    const { authorization } = await addPartner(api.database);
    const headers = { ...authorization, 'Idempotency-Key': 'a-test-and-a-lead' };
    const answers = [];
    for (const isTest of [true, false, true])
      answers.push(await api.post('/api/leads', buildLead({ isTest }), headers));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.map((answer) => answer.headers.get('Idempotent-Replayed'))).toEqual([null, null, 'true']);
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

const secrets = [`whsec_${Buffer.alloc(24, 7).toString('base64')}`];
const certificates = { trustedFormCertUrl: 'https://cert.trustedform.com/abc', jornayaLeadId: null };

describe('everybody who gets a lead', () => {
  let seen: Awaited<ReturnType<typeof receiveEvents>>['seen'];
  const api = sharedApi(async () => {
    const crm = await receiveEvents();
    seen = crm.seen;
    return { webhook: { url: crm.url, secrets, allowPrivate: true }, trustedProxies: ['127.0.0.1'] };
  });

  const office = async (...words: string[]) => JSON.parse(await runOffice(api, [...words, '--json'], api.dataDir));
  const everywhere = async (lead: object, headers: Record<string, string>) => {
    const { reference, createdAt } = await (await api.post('/api/leads', lead, headers)).json();
    await deliverAllDue(api.app);
    const mail = await readFile(join(api.dataDir, 'mail', `${reference}.eml`), 'utf8');
    const events: { data: Record<string, unknown> }[] = seen.map(({ body }) => JSON.parse(body));
    const own = (rows: { reference: string }[]) => rows.find((row) => row.reference === reference);
    return {
      createdAt,
      mail: mail.replace(/=\r?\n/g, ''),
      event: events.find(({ data }) => data.reference === reference)?.data,
      listed: own(await office('leads', 'list')),
      exported: own(await office('leads', 'export')),
    };
  };

  it('learns industry, page, consent and network of a visitor', async () => {
    const headers = {
      'X-Form-Context': 'page=%2FSolar%2F&consent=1&fill=5120&trap=',
      'X-Forwarded-For': '203.0.113.7',
    };
    const { createdAt, mail, event, listed, exported } = await everywhere(
      buildLead({ services: ['commercial'] }),
      headers,
    );
    const origin = {
      ...{ industry: 'solar', page: '/Solar/', partner: null },
      ...{ consentVersion: '1', consentDeclaredBy: 'visitor', consentedAt: createdAt, network: '203.0.113.7' },
    };
    const consent = ['Consent, version of its words: 1', 'Consent declared by: visitor'];
    for (const line of ['Industry: solar', 'Page: /Solar/', ...consent]) {
      expect(mail).toContain(line);
    }
    expect(mail).toContain(`Consent given at: ${createdAt}`);
    expect(mail).toContain("Sender's network: 203.0.113.7");
    expect(event?.origin).toEqual(origin);
    expect(listed).toMatchObject(origin);
    const { page: pagePath, ...rest } = origin;
    expect(exported).toMatchObject({ ...rest, pagePath });
  });

  it('learns industry, page, certificates and the proven name of a partner', async () => {
    const { name, authorization } = await addPartner(api.database);
    const page = 'https://partner.example/quote';
    const lead = buildLead({ services: ['commercial'], industry: 'hvac', page, source: 'mail', certificates });
    const { mail, event, listed, exported } = await everywhere(lead, authorization);
    for (const line of ['Industry: hvac', `Page: ${page}`, `Partner (by key): ${name}`, 'Source: mail']) {
      expect(mail).toContain(line);
    }
    expect(mail).toContain('Certificates, trusted form cert url: https://cert.trustedform.com/abc');
    expect(event).toMatchObject({
      certificates,
      origin: { industry: 'hvac', page, partner: name, consentVersion: null, consentDeclaredBy: 'partner' },
    });
    expect(listed).toMatchObject({ industry: 'hvac', page, partner: name, certificates: 'trustedFormCertUrl' });
    expect(exported).toMatchObject({
      ...{ industry: 'hvac', pagePath: page, partner: name },
      'certificates.trustedFormCertUrl': certificates.trustedFormCertUrl,
    });
  });

  it('sees what a partner says of consent as the word of the partner, never as a form of ours', async () => {
    const { authorization } = await addPartner(api.database);
    const context = { 'X-Form-Context': 'page=%2Fhvac&consent=1&fill=5120&trap=' };
    const said = { consentVersion: '1', consentDeclaredBy: 'partner', consentedAt: null };
    const { mail, event, listed, exported } = await everywhere(buildLead(), { ...authorization, ...context });
    expect(mail).toContain('Consent declared by: partner');
    expect(mail).not.toContain('Consent given at');
    expect(event?.origin).toMatchObject(said);
    expect(listed).toMatchObject(said);
    expect(exported).toMatchObject(said);
    const silent = await everywhere(buildLead(), authorization);
    expect(silent.mail).not.toContain('Consent declared by');
    expect(silent.event?.origin).toMatchObject({ consentVersion: null, consentDeclaredBy: null, consentedAt: null });
  });

  it('is not told apart by a page of no industry', async () => {
    const headers = { 'X-Form-Context': 'page=%2Fcontact&consent=1&fill=5120&trap=' };
    const { event } = await everywhere(buildLead(), headers);
    expect(event?.origin).toMatchObject({ industry: null, page: '/contact' });
  });
});

describe('what is kept of who sends a lead', () => {
  const rowOf = async (headers: Record<string, string>) => {
    const response = await api.post('/api/leads', buildLead(), headers);
    const { reference } = await response.json();
    const { rows } = await api.database.client.query(
      `select ip, user_agent, quarantine_reason, array(select channel from deliveries where submission_id = s.id) as channels
       from submissions s where reference = $1`,
      [reference],
    );
    return rows[0];
  };

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.8', '203.0.113.8'],
    ['64:ff9b::ffff:1.2.3.4', '64:ff9b::ffff:102:304'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', null],
  ])('is the network of %s, as far as it is one', async (address, ip) => {
    expect(await rowOf({ 'X-Forwarded-For': address })).toMatchObject({ ip });
  });

  it('is at most 500 characters of the name of a browser', async () => {
    expect(await rowOf({ 'User-Agent': 'x'.repeat(600) })).toMatchObject({ user_agent: 'x'.repeat(500) });
  });

  it('is whether the form was filled in faster than people can: then nothing is mailed, and it is counted as held back', async () => {
    const filledIn = (milliseconds: number) =>
      rowOf({ 'X-Form-Context': `page=%2F&consent=1&fill=${milliseconds}&trap=` });
    const counts = async () => {
      const metrics = await (await api.get('/api/metrics')).text();
      return ['true', 'false'].map((held) =>
        Number(
          new RegExp(`^submissions_total.kind="lead",quarantined="${held}". (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0,
        ),
      );
    };
    const [heldBefore = 0, othersBefore = 0] = await counts();
    expect(await filledIn(minFillMs)).toMatchObject({ quarantine_reason: null, channels: ['mail'] });
    expect(await counts()).toEqual([heldBefore, othersBefore + 1]);
    expect(await filledIn(minFillMs - 1)).toMatchObject({ quarantine_reason: 'filled too fast', channels: [] });
    expect(await counts()).toEqual([heldBefore + 1, othersBefore + 1]);
  });
});

describe('a lead that names what nobody knows', () => {
  const refusalOf = async (overrides: object) => {
    const response = await api.post('/api/leads', buildLead({ name: 'Refused', ...overrides }));
    expect(response.status).toBe(400);
    expect((await api.database.client.query("select 1 from leads where name = 'Refused'")).rows).toEqual([]);
    return problemOf(response);
  };

  it.each([
    [{ istest: true }, 'istest', '"istest" is not known here: did you mean "isTest"?'],
    [{ is_test: true }, 'is_test', '"is_test" is not known here: did you mean "isTest"?'],
    [{ sourc: 'x' }, 'sourc', '"sourc" is not known here: did you mean "source"?'],
    [{ pages: '/x' }, 'pages', '"pages" is not known here: did you mean "page"?'],
    [
      { certificates: { trustedformCertUrl: 'https://x.example' } },
      'certificates.trustedformCertUrl',
      '"trustedformCertUrl" is not known here: did you mean "trustedFormCertUrl"?',
    ],
  ])('is refused with its name: %j', async (overrides, field, message) => {
    expect(await refusalOf(overrides)).toMatchObject({ message, errors: [{ field, message }] });
  });

  it('is told all that there is, when nothing is near', async () => {
    const { message } = await refusalOf({ utm_campaign: 'spring' });
    expect(message).toMatch(/^"utm_campaign" is not known here: this takes name, company, .*isTest\.$/);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf'])('is refused with %s, too', async (name) => {
    const body = JSON.stringify(buildLead({ certificates: { swap: 1 } })).replace('swap', name);
    const response = await api.post('/api/leads', body);
    expect(response.status).toBe(400);
    expect((await problemOf(response)).message).toContain(`"${name}" is not known here`);
  });

  it('is refused with the first 60 characters of a long name', async () => {
    const name = `source${'_'.repeat(60)}xyz`;
    expect((await refusalOf({ [name]: 1 })).message).toBe(
      `"${name.slice(0, 60)}" is not known here: did you mean "source"?`,
    );
  });

  it('is told how many there are, and the first 20 of them alone', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`field${number}`, 1]));
    const { message, errors } = await refusalOf(many);
    expect(errors.map(({ field }) => field)).toEqual(Object.keys(many).slice(0, 20));
    expect(message).toMatch(/^Please check 60 fields: field0, .*, field18, field19 and 40 more\.$/);
  });

  it('is asked for a list where a text stands in its place', async () => {
    expect(await refusalOf({ services: 'repair' })).toMatchObject({ message: 'Please send a list.' });
  });

  it('is answered with what may be chosen', async () => {
    const { errors } = await refusalOf({ services: ['plumbing'], industry: 'plumbing' });
    expect(errors).toMatchObject([
      { field: 'services', allowed: expect.arrayContaining(['repair', 'battery']) },
      { field: 'industry', allowed: ['hvac', 'junk-removal', 'solar', 'roofing', 'legal', 'real-estate'] },
    ]);
  });
});
