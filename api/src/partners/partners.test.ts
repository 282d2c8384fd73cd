import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { addPartner } from '../../testing/add-partner.ts';
import { buildLead, buildSupport } from '../../testing/build-forms.ts';
import { buildSite } from '../../testing/build-settings.ts';
import { deliverAllDue } from '../../testing/deliver-due.ts';
import { problemOf, sharedApi } from '../../testing/start-test-api.ts';
import { wrongKeysPerMinute } from './partner.guard.ts';
import { idOfKey } from './partner-keys.ts';

const api = sharedApi({ trustedProxies: ['127.0.0.1'], site: buildSite({ deliverLocalForms: true }) });

describe('partners', () => {
  const withKey = (key: string) => ({ 'Idempotency-Key': key });
  const receiptOf = async (response: Response) => {
    expect(response.status).toBe(201);
    return response.json();
  };
  const rowOf = async (reference: string) => {
    const { rows } = await api.database.client.query(
      `select partner, is_test, page_path, industry, (select count(*)::int from deliveries where submission_id = submissions.id)
         as deliveries from submissions where reference = $1`,
      [reference],
    );
    return rows[0];
  };

  it('are proven by their key, of which only a hash is kept', async () => {
    const { name, key, keyId, authorization } = await addPartner(api.database);
    const { reference } = await receiptOf(await api.post('/api/leads', buildLead({ source: 'mail' }), authorization));
    expect(await rowOf(reference)).toMatchObject({ partner: name, is_test: false, deliveries: 1 });
    const { rows } = await api.database.client.query('select * from partner_keys where id = $1', [keyId]);
    expect(rows[0].last_used_at).toBeInstanceOf(Date);
    expect(JSON.stringify(rows)).not.toContain(key.slice(-48));
  });

  it.each<[string, (key: string) => string]>([
    ['one that is none', () => 'sesame'],
    ['an empty one', () => ''],
    ['one with another secret', (key) => key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['one of the other mode', (key) => key.replace('bf_live', 'bf_test')],
    ['one that is cut off', (key) => key.slice(0, -1)],
    ['one that nobody made', (key) => key.replace(String(idOfKey(key)), '0'.repeat(12))],
  ])('are refused with %s, and nothing is kept', async (_what, bend) => {
    const { key } = await addPartner(api.database);
    const headers = { Authorization: `Bearer ${bend(key)}` };
    const response = await api.post('/api/leads', buildLead({ name: 'Not Kept' }), headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toContain('Bearer');
    expect((await problemOf(response)).message).toMatch(/API key/);
    expect((await api.database.client.query("select 1 from leads where name = 'Not Kept'")).rows).toEqual([]);
  });

  it('may stand behind a password of the site: Basic is no key', async () => {
    await receiptOf(await api.post('/api/leads', buildLead(), { Authorization: 'Basic YTpi' }));
  });

  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const places: [string, (key: string) => Record<string, string>][] = [
    ['in X-API-Key', (key) => ({ 'X-API-Key': key })],
    ['in api-key, in capitals', (key) => ({ 'api-key': key.toUpperCase() })],
    ['as the user of Basic', (key) => ({ Authorization: basic(key, '') })],
    ['as the password of basic', (key) => ({ authorization: basic('acme', key).replace('Basic', 'basic') })],
    ['in Authorization without a scheme', (key) => ({ Authorization: key })],
    ['in Authorization with a colon after the scheme', (key) => ({ Authorization: `Bearer: ${key}` })],
    ['in Authorization with another scheme', (key) => ({ Authorization: `Token ${key}` })],
    ['as a parameter of a scheme', (key) => ({ Authorization: `Digest username="${key}"` })],
    ['in a cookie', (key) => ({ Cookie: `api_key=${key}` })],
    ['in a cookie with escapes', (key) => ({ Cookie: `api_key=${key.replaceAll('_', '%5F')}` })],
    ['in a header that we have for something else', (key) => ({ 'Idempotency-Key': key })],
    ['in a header of their own', (key) => ({ 'X-Acme': `key ${key}` })],
  ];
  it.each(places.map(([where, headersOf], index) => ({ where, headersOf, isTest: index % 2 === 1 })))(
    'are told how to send a key that stands $where, test key: $isTest, and nothing is kept',
    async ({ headersOf, isTest }) => {
      const { key } = await addPartner(api.database, { isTest });
      const response = await api.post('/api/leads', buildLead({ name: 'Misplaced' }), headersOf(key));
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect((await problemOf(response)).message).toMatch(/^The header [\w-]+ holds .* "Authorization: Bearer <key>"/);
      expect((await api.database.client.query("select 1 from leads where name = 'Misplaced'")).rows).toEqual([]);
    },
  );

  it('are told of a second key beside the right one, in another header and in the same', async () => {
    const { key, authorization } = await addPartner(api.database);
    expect((await api.post('/api/leads', buildLead(), { ...authorization, 'X-API-Key': key })).status).toBe(401);
    const body = JSON.stringify(buildLead());
    const twice = ['Authorization', 'Basic YTpi', 'Authorization', `Bearer ${key}`];
    const status = await new Promise((resolve, reject) => {
      const headers = [
        ...twice,
        'Content-Type',
        'application/json',
        'Content-Length',
        String(body.length),
        'Host',
        'x',
      ];
      const post = request(`${api.url}/api/leads`, { method: 'POST', headers });
      post.once('response', (response) => resolve(response.statusCode));
      post.once('error', reject);
      post.end(body);
    });
    expect(status).toBe(401);
  });

  it('may write bearer in any case', async () => {
    const { key, name } = await addPartner(api.database);
    const { reference } = await receiptOf(
      await api.post('/api/leads', buildLead(), { authorization: `bEARER  ${key}` }),
    );
    expect(await rowOf(reference)).toMatchObject({ partner: name });
  });

  it.each([
    ['as a parameter', (key: string) => `/api/leads?api_key=${key}`],
    ['under another name', (key: string) => `/api/leads?x=${key}`],
    ['as the name of a parameter', (key: string) => `/api/leads?${key}=`],
    ['as all of the query', (key: string) => `/api/submissions?${key}`],
    ['after a second question mark', (key: string) => `/api/leads?x=1?api_key=${key}`],
    ['with escapes', (key: string) => `/api/leads?x=${key.replaceAll('_', '%5F')}`],
    ['in the path', (key: string) => `/api/submissions/${key}`],
    ['in the path with escapes', (key: string) => `/api/submissions/${key.replaceAll('_', '%5f')}`],
    ['as a parameter that only looks like one', () => '/api/leads?access_token=1'],
  ])('are told when their key stands in the address %s', async (_where, pathOf) => {
    const { key, authorization } = await addPartner(api.database);
    const response = await api.post(pathOf(key), buildLead(), authorization);
    expect(response.status).toBe(400);
    const { message, ...rest } = await problemOf(response);
    expect(message).toMatch(/must not stand in an address/);
    expect(JSON.stringify(rest)).not.toContain(key);
  });

  it('lose a key in the middle of a request: what began before it was revoked is not kept', async () => {
    const { keyId, authorization } = await addPartner(api.database);
    const body = JSON.stringify(buildLead({ name: 'Too Late' }));
    const answered = new Promise<number>((resolve, reject) => {
      const post = request(`${api.url}/api/leads`, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json', 'Content-Length': body.length },
      });
      post.once('response', (response) => resolve(response.statusCode ?? 0));
      post.once('error', reject);
      post.write(body.slice(0, 10));
      const revoke = async () => {
        const used = 'select last_used_at from partner_keys where id = $1';
        while ((await api.database.client.query(used, [keyId])).rows[0].last_used_at === null) await sleep(10);
        await api.database.client.query('update partner_keys set revoked_at = now() where id = $1', [keyId]);
        post.end(body.slice(10));
      };
      revoke().catch(reject);
    });
    expect(await answered).toBe(401);
    expect((await api.database.client.query("select 1 from leads where name = 'Too Late'")).rows).toEqual([]);
    const after = await problemOf(await api.post('/api/leads', buildLead(), authorization));
    expect(after.message).toMatch(new RegExp(`The API key ${keyId} was revoked`));
  });

  it('do not meet when two use the same idempotency key', async () => {
    const one = await addPartner(api.database);
    const other = await addPartner(api.database);
    const send = (name: string, authorization: object) =>
      api.post('/api/leads', buildLead({ name }), { ...withKey('the-same-key'), ...authorization });
    const first = await receiptOf(await send('One', one.authorization));
    const second = await receiptOf(await send('Other', other.authorization));
    expect(second.reference).not.toBe(first.reference);
    expect(await receiptOf(await send('One', one.authorization))).toEqual(first);
    expect((await send('Two', one.authorization)).status).toBe(422);
  });

  it('may send the same form as somebody without a key did, under the same idempotency key', async () => {
    const { authorization, name } = await addPartner(api.database);
    const lead = buildLead({ name: 'Both' });
    const without = await receiptOf(await api.post('/api/leads', lead, withKey('copied-example')));
    const withOne = await receiptOf(
      await api.post('/api/leads', lead, { ...withKey('copied-example'), ...authorization }),
    );
    expect(withOne.reference).not.toBe(without.reference);
    expect(await rowOf(withOne.reference)).toMatchObject({ partner: name });
  });

  it('have everything kept as a test with a test key, whatever form it is, and nothing delivered', async () => {
    const { authorization, name } = await addPartner(api.database, { isTest: true });
    const agent = await (await api.get('/api/ai-agents/by-name/demo-agent')).json();
    const feedback = {
      clientName: 'Grace',
      clientEmail: 'grace@example.com',
      businessName: 'Dental',
      agentSatisfaction: 4,
    };
    const forms: [string, object][] = [
      ['/api/leads', buildLead({ isTest: false })],
      ['/api/contact-support', buildSupport()],
      ['/api/agents/demo-agent/feedback', { ...feedback, agentId: agent.id }],
      ['/api/inquiries', { form: 'free-sample', fields: {} }],
    ];
    for (const [path, form] of forms) {
      const receipt = await receiptOf(await api.post(path, form, authorization));
      expect(receipt).toMatchObject({ isTest: true, partner: name });
      expect(await rowOf(receipt.reference)).toMatchObject({ is_test: true, deliveries: 0 });
    }
  });

  it.each<[string, object]>([
    ['/api/contact-support', buildSupport()],
    ['/api/inquiries', { form: 'free-sample', fields: {} }],
  ])('mark a test at %s by isTest, without a key too', async (path, form) => {
    const receipt = await receiptOf(await api.post(path, { ...form, isTest: true }));
    expect(receipt).toMatchObject({ isTest: true });
    expect(receipt).not.toHaveProperty('partner');
    expect(await rowOf(receipt.reference)).toMatchObject({ is_test: true, deliveries: 0 });
  });

  describe('ask what became of a lead', () => {
    const statusOf = async (reference: string, authorization: Record<string, string>) =>
      (await api.get(`/api/submissions/${reference}`, authorization)).json();

    it('which is accepted, then delivered, then returned', async () => {
      const { authorization } = await addPartner(api.database);
      const lead = buildLead({ email: 'once@example.com', phone: '(801) 555-9999' });
      const { reference } = await receiptOf(await api.post('/api/leads', lead, authorization));
      expect(await statusOf(reference, authorization)).toMatchObject({ status: 'accepted', deliveredAt: null });
      await deliverAllDue(api.app);
      expect(await statusOf(reference.toLowerCase(), authorization)).toMatchObject({
        reference,
        status: 'delivered',
        isDuplicate: false,
        deliveredAt: expect.any(String),
      });
      await api.database.client.query(
        `update submissions set returned_at = now(), return_reason = 'no such number' where reference = $1`,
        [reference],
      );
      expect(await statusOf(reference, authorization)).toMatchObject({ status: 'returned', reason: 'no such number' });
    });

    it.each([
      ['e-mail address', { email: 'TWICE@example.com', phone: '(801) 555-7777' }],
      ['phone number', { email: 'other@example.com', phone: '+1 801 555 8888' }],
    ])('which is a duplicate when somebody sent the %s before, and delivered all the same', async (_what, contact) => {
      const { authorization } = await addPartner(api.database);
      await receiptOf(await api.post('/api/leads', buildLead({ email: 'twice@example.com', phone: '8015558888' })));
      const { reference } = await receiptOf(await api.post('/api/leads', buildLead(contact), authorization));
      expect(await statusOf(reference, authorization)).toMatchObject({ status: 'accepted', isDuplicate: true });
      await deliverAllDue(api.app);
      expect(await statusOf(reference, authorization)).toMatchObject({
        ...{ status: 'delivered', isDuplicate: true, deliveredAt: expect.any(String) },
      });
    });

    it.each([
      ['not given!', 'no phone, please'],
      ['call me: 5 or', 'after 5 p.m.'],
      ['call 555-8181', 'or 555-8181'],
    ])('which is no duplicate because the phones "%s" and "%s" have the same few digits', async (earlier, phone) => {
      const { authorization } = await addPartner(api.database);
      const sent = (lead: object) => api.post('/api/leads', buildLead(lead), authorization);
      await receiptOf(await sent({ email: `${randomUUID()}@example.com`, phone: earlier }));
      const { reference } = await receiptOf(await sent({ email: `${randomUUID()}@example.com`, phone }));
      expect(await statusOf(reference, authorization)).toMatchObject({ isDuplicate: false });
    });

    it('and are told nothing of a test that would be one, nor of one of 31 days ago', async () => {
      const { authorization } = await addPartner(api.database);
      const contact = { email: 'old@example.com', phone: '(801) 555-6666' };
      const old = await receiptOf(await api.post('/api/leads', buildLead(contact)));
      await api.database.client.query(
        `update submissions set created_at = now() - interval '31 days' where reference = $1`,
        [old.reference],
      );
      await receiptOf(await api.post('/api/leads', buildLead({ ...contact, isTest: true })));
      const { reference } = await receiptOf(await api.post('/api/leads', buildLead(contact), authorization));
      expect(await statusOf(reference, authorization)).toMatchObject({ isDuplicate: false });
    });

    it('of their own alone: another reference is not there, and without a key nothing is', async () => {
      const { authorization } = await addPartner(api.database);
      const other = await addPartner(api.database);
      const { reference } = await receiptOf(await api.post('/api/leads', buildLead(), other.authorization));
      for (const asked of [reference, 'L-000000', 'nothing', '..%2f..']) {
        const response = await api.get(`/api/submissions/${asked}`, authorization);
        expect(response.status).toBe(404);
        expect((await problemOf(response)).message).toBe('None of your submissions has this reference.');
      }
      expect((await api.get(`/api/submissions/${reference}`)).status).toBe(401);
    });

    it('with a test key of their tests alone: a live lead of the same partner is not there', async () => {
      const { name, authorization } = await addPartner(api.database);
      const test = await addPartner(api.database, { name, isTest: true });
      const live = await receiptOf(await api.post('/api/leads', buildLead(), authorization));
      const response = await api.get(`/api/submissions/${live.reference}`, test.authorization);
      expect(response.status).toBe(404);
      expect((await problemOf(response)).message).toBe('None of your submissions has this reference.');
      const tried = await receiptOf(await api.post('/api/leads', buildLead({ isTest: true }), authorization));
      expect(await statusOf(tried.reference, test.authorization)).toMatchObject({ isTest: true, status: 'accepted' });
    });
  });

  describe('list their own forms', () => {
    type Page = { submissions: { reference: string; isTest?: true; status: string }[]; nextCursor: string | null };
    const pageOf = async (query: string, authorization: Record<string, string>): Promise<Page> => {
      const response = await api.get(`/api/submissions${query}`, authorization);
      expect(response.status).toBe(200);
      return (await response.json()) as Page; // The test checks it.
    };
    const sendMany = async (count: number, authorization: Record<string, string>, lead: object = {}) => {
      const references: string[] = [];
      for (let sent = 0; sent < count; sent++) {
        references.push((await receiptOf(await api.post('/api/leads', buildLead(lead), authorization))).reference);
      }
      return references;
    };
    const walk = async (limit: number, authorization: Record<string, string>, onPage?: () => Promise<unknown>) => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Page = await pageOf(`?limit=${limit}${cursor && `&cursor=${cursor}`}`, authorization);
        expect(page.submissions.length).toBeLessThanOrEqual(limit);
        found.push(...page.submissions.map(({ reference }) => reference));
        cursor = page.nextCursor;
        await onPage?.();
      }
      return found;
    };

    it('once each and the newest first, also those of one moment, while others arrive', async () => {
      const { name, authorization } = await addPartner(api.database);
      const other = await addPartner(api.database);
      const sent = await sendMany(7, authorization);
      await sendMany(2, other.authorization);
      expect(await walk(3, authorization)).toEqual([...sent].reverse());
      // A form that arrives between two pages moves no other.
      expect(await walk(2, authorization, () => sendMany(1, authorization))).toEqual([...sent].reverse());
      await api.database.client.query(
        "update submissions set created_at = '2026-11-20T09:30:00.123456Z' where partner = $1",
        [name],
      );
      const ofOneMoment = await walk(2, authorization);
      expect(ofOneMoment.length).toBe(new Set(ofOneMoment).size);
      expect(ofOneMoment).toEqual(expect.arrayContaining(sent));
    });

    it('with a test key their tests alone, and each as it stands', async () => {
      const { name, authorization } = await addPartner(api.database);
      const test = await addPartner(api.database, { name, isTest: true });
      const [live] = await sendMany(1, authorization);
      const [tried] = await sendMany(1, test.authorization);
      const referencesOf = ({ submissions }: Page) => submissions.map(({ reference }) => reference);
      expect(referencesOf(await pageOf('', authorization))).toEqual([tried, live]);
      expect(await pageOf('', test.authorization)).toMatchObject({
        submissions: [{ reference: tried, isTest: true, status: 'accepted', kind: 'lead' }],
        nextCursor: null,
      });
      expect(await pageOf('?limit=100', (await addPartner(api.database)).authorization)).toEqual({
        submissions: [],
        nextCursor: null,
      });
    });

    it.each([
      ['limit=0', 'limit', 'Please ask for 1 to 100 forms at a time.'],
      ['limit=101', 'limit', 'Please ask for 1 to 100 forms at a time.'],
      ['limit=ten', 'limit', 'Please ask for 1 to 100 forms at a time.'],
      ['limit=1&limit=2', 'limit', 'Please ask for 1 to 100 forms at a time.'],
      ['cursor=', 'cursor', expect.stringContaining('This cursor is not known')],
      ["cursor=' or true --", 'cursor', expect.stringContaining('This cursor is not known')],
      ['cursor=MTI', 'cursor', expect.stringContaining('This cursor is not known')],
      ['cursor=a&cursor=b', 'cursor', expect.stringContaining('This cursor is not known')],
      ['page=2', 'page', expect.stringContaining('"page" is not known here')],
    ])('and are told what is wrong with %s', async (query, field, message) => {
      const { authorization } = await addPartner(api.database);
      const response = await api.get(`/api/submissions?${query}`, authorization);
      expect(response.status).toBe(400);
      expect((await problemOf(response)).errors).toEqual([{ field, message }]);
    });

    it('with a key alone, and a cursor of another partner shows none of its forms', async () => {
      const response = await api.get('/api/submissions');
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      const one = await addPartner(api.database);
      await sendMany(2, one.authorization);
      const { nextCursor } = await pageOf('?limit=1', one.authorization);
      const other = await addPartner(api.database);
      expect((await pageOf(`?cursor=${nextCursor}`, other.authorization)).submissions).toEqual([]);
    });
  });
});

describe('two without a key', () => {
  const send = (address: string, lead: object, key: string) =>
    api.post('/api/leads', lead, { 'X-Forwarded-For': address, 'Idempotency-Key': key });

  it('who copy the same idempotency key from an example do not meet', async () => {
    const one = await send('203.0.113.1', buildLead({ name: 'One' }), 'my-first-lead-1');
    const other = await send('203.0.113.2', buildLead({ name: 'Other' }), 'my-first-lead-1');
    expect([one.status, other.status]).toEqual([201, 201]);
    expect((await send('203.0.113.2', buildLead({ name: 'Third' }), 'my-first-lead-1')).status).toBe(422);
  });

  it('share a /64 of IPv6', async () => {
    const key = 'within-one-network';
    expect((await send('2001:db8:1:2::7', buildLead({ name: 'One' }), key)).status).toBe(201);
    expect((await send('2001:db8:1:2:ffff::8', buildLead({ name: 'Other' }), key)).status).toBe(422);
    expect((await send('2001:db8:1:3::7', buildLead({ name: 'Other' }), key)).status).toBe(201);
  });

  it('are one visitor when a phone tries the same form again from another network', async () => {
    const lead = buildLead({ name: 'On The Road' });
    const addresses = ['203.0.113.10', '198.51.100.20', '2001:db8:9::1', '203.0.113.10'];
    const answers = await Promise.all(addresses.map((address) => send(address, lead, 'c8b7a2b0-road-road')));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    const { rows } = await api.database.client.query("select 1 from leads where name = 'On The Road'");
    expect(rows).toHaveLength(1);
  });
});

describe('limits of partners', () => {
  const limited = sharedApi({ rateLimits: true, trustedProxies: ['127.0.0.1'] }, { beside: api });

  it('are their own, wherever they send from, and nobody else pays for them', async () => {
    const small = await addPartner(limited.database, { perMinute: 2 });
    const large = await addPartner(limited.database);
    const send = (address: string, headers: object) =>
      limited.post('/api/leads', buildLead(), { 'X-Forwarded-For': address, ...headers });
    const answers = [];
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      answers.push(await send(address, small.authorization));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(answers[0]?.headers.get('X-RateLimit-Limit')).toBe('2');
    expect(Number(answers[2]?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await send('203.0.113.1', large.authorization)).status).toBe(201);
    expect((await send('203.0.113.1', {})).status).toBe(201);
  });

  it('bound how often they list their forms', async () => {
    const { authorization } = await addPartner(limited.database, { perMinute: 2 });
    const list = () => limited.get('/api/submissions', authorization);
    const answers = [await list(), await list(), await list()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(answers[2]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('have whoever sends wrong keys wait, and nobody else, of the same network either', async () => {
    const { authorization } = await addPartner(limited.database);
    const wrong = (address: string) =>
      limited.post('/api/leads', buildLead(), {
        'X-Forwarded-For': address,
        Authorization: `Bearer bf_live_${'0'.repeat(12)}_${'0'.repeat(48)}`,
      });
    const statuses = [];
    for (let tries = 0; tries <= wrongKeysPerMinute; tries++) statuses.push((await wrong('203.0.113.66')).status);
    expect(statuses).toEqual([...Array(wrongKeysPerMinute).fill(401), 429]);
    for (const address of ['203.0.113.66', '203.0.114.67']) {
      const response = await limited.post('/api/leads', buildLead(), { 'X-Forwarded-For': address, ...authorization });
      expect(response.status).toBe(201);
    }
  });
});
