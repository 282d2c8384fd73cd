import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { addPartner } from '../../testing/add-partner.ts';
import { buildLead } from '../../testing/build-forms.ts';
import { deliverAllDue } from '../../testing/deliver-due.ts';
import { receiveEvents } from '../../testing/receivers.ts';
import { runOffice } from '../../testing/run-office.ts';
import { problemOf, sharedApi } from '../../testing/start-test-api.ts';
import { replayEvents } from '../guide/samples.ts';
import { webhookTestsPerMinute } from '../limits/rate-limits.ts';

type Headers = Record<string, string>;

describe('the webhook endpoint that a partner sets by its key', () => {
  const api = sharedApi();

  const set = async (settings: object, authorization: Headers) => {
    const response = await api.post('/api/webhook', settings, authorization);
    expect(response.status).toBe(200);
    return response.json();
  };
  const send = async (authorization: Headers, lead: object = {}): Promise<string> =>
    (await (await api.post('/api/leads', buildLead(lead), authorization)).json()).reference;
  const deliverDue = () => deliverAllDue(api.app);

  it('gets what the partner sends, and nothing of others, signed with the secret that is shown once', async () => {
    const { name, authorization } = await addPartner(api.database);
    const other = await addPartner(api.database);
    const { url, seen } = await receiveEvents();
    const { secret, ...shown } = await set({ url, kinds: ['lead'] }, authorization);
    expect(shown).toEqual({
      url,
      kinds: ['lead'],
      state: 'untried',
      waiting: 0,
      lastError: null,
      oldSecretUntil: null,
    });
    const reference = await send(authorization);
    await send(other.authorization);
    await send({});
    await deliverDue();
    expect(seen).toHaveLength(1);
    const [event] = seen;
    expect(new Webhook(secret).verify(event?.body ?? '', event?.headers ?? {})).toMatchObject({ data: { reference } });
    expect(await (await api.get('/api/webhook', authorization)).json()).toEqual({ ...shown, state: 'works' });
    expect(JSON.parse(await runOffice(api, ['webhooks', 'list', '--json'], '/nowhere'))).toContainEqual(
      expect.objectContaining({ name: `own-${name}`, owner: `partner ${name}`, url }),
    );
    const { rows } = await api.database.client.query('select role, act from office_audit where by = $1', [
      `partner ${name}`,
    ]);
    expect(rows).toEqual([{ role: 'partner', act: 'webhook-add' }]);
  });

  it('keeps its secret when its address changes, has two while one is replaced, and goes with what waits', async () => {
    const { authorization } = await addPartner(api.database);
    const { secret } = await set({ url: 'https://old.partner.example/' }, authorization);
    const { url, seen } = await receiveEvents();
    expect(await set({ url }, authorization)).not.toHaveProperty('secret');
    const rotated = await (await api.post('/api/webhook/secret', { hours: 1 }, authorization)).json();
    expect(rotated.oldSecretUntil).not.toBeNull();
    const reference = await send(authorization);
    await deliverDue();
    for (const valid of [secret, rotated.secret]) {
      expect(new Webhook(valid).verify(seen[0]?.body ?? '', seen[0]?.headers ?? {})).toMatchObject({
        data: { reference },
      });
    }
    const remove = () => fetch(`${api.url}/api/webhook`, { method: 'DELETE', headers: authorization });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    await send(authorization);
    await deliverDue();
    expect(seen).toHaveLength(1);
  });

  it('has its old secret sign for a day when the hours are null, as without them', async () => {
    const { authorization } = await addPartner(api.database);
    await set({ url: 'https://partner.example/' }, authorization);
    for (const settings of [{}, { hours: null }]) {
      const response = await api.post('/api/webhook/secret', settings, authorization);
      expect(response.status).toBe(200);
      const hours = (Date.parse((await response.json()).oldSecretUntil) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(23);
    }
  });

  it('is tested at once, and says why it did not take the test', async () => {
    const { authorization } = await addPartner(api.database);
    const works = await receiveEvents();
    const fails = await receiveEvents(500);
    const test = async () => (await api.post('/api/webhook/test', {}, authorization)).json();
    const read = async () => (await api.get('/api/webhook', authorization)).json();
    await set({ url: works.url }, authorization);
    expect(await test()).toMatchObject({ taken: true, error: null });
    expect(await read()).toMatchObject({ state: 'works', lastError: null });
    expect(JSON.parse(works.seen[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' });
    expect(await set({ url: fails.url }, authorization)).toMatchObject({ state: 'untried', lastError: null });
    const error = 'the webhook answered 500 Internal Server Error';
    expect(await test()).toMatchObject({ taken: false, error });
    expect(await read()).toMatchObject({ state: 'unavailable', lastError: error });
  });

  it('says of an endpoint that refuses its only event why it did', async () => {
    const { authorization } = await addPartner(api.database);
    await set({ url: (await receiveEvents(422)).url }, authorization);
    await send(authorization);
    await deliverDue();
    const shown = await (await api.get('/api/webhook', authorization)).json();
    expect(shown).toMatchObject({ state: 'unavailable', waiting: 0, lastError: expect.stringContaining('422') });
  });

  it('has its last events replayed on a machine of the partner by the program of the guide', async () => {
    const { authorization, key, name } = await addPartner(api.database);
    const test = await addPartner(api.database, { name, isTest: true });
    const other = await addPartner(api.database);
    const { secret } = await set({ url: 'https://not-yet.partner.example/' }, authorization);
    const [first, second, third] = [
      await send(authorization),
      await send(test.authorization),
      await send(authorization),
    ];
    await send(other.authorization);
    const change = (columns: string, reference: string | undefined) =>
      api.database.client.query(`update submissions set ${columns} where reference = $1`, [reference]);
    await change(`returned_at = now(), return_reason = 'wrong number'`, second);
    await change('purged_at = now()', third);
    const { url, seen } = await receiveEvents();
    const file = join(api.dataDir, replayEvents.file);
    await writeFile(file, replayEvents.code.replaceAll('{{origin}}', api.url));
    const { stdout } = await promisify(execFile)(process.execPath, [file, url], {
      env: { ...process.env, API_KEY: key },
    });
    const verified = seen.map(({ headers, body }) => new Webhook(secret).verify(body, headers));
    expect(verified).toMatchObject([
      { type: 'lead.created', data: { reference: first, isTest: false, name: 'Ada Lovelace' } },
      { type: 'lead.created', data: { reference: second, isTest: true } },
      { type: 'lead.returned', data: { reference: second, isTest: true, reason: 'wrong number' } },
      { type: 'lead.erased', data: { reference: third, isTest: false } },
    ]);
    expect(JSON.stringify(verified[3])).not.toContain('Ada');
    expect(stdout.trim().split('\n')).toHaveLength(4);
    const newest = await (await api.get('/api/webhook/events?limit=1', authorization)).json();
    expect(newest.events).toHaveLength(1);
  });

  const calls: [method: string, path: string, body: object | undefined][] = [
    ['GET', '', undefined],
    ['POST', '', { url: 'https://partner.example/' }],
    ['DELETE', '', undefined],
    ['POST', '/secret', {}],
    ['POST', '/test', {}],
    ['GET', '/events', undefined],
  ];
  const call = (method: string, path: string, body: object | undefined, headers: Headers) =>
    fetch(`${api.url}/api/webhook${path}`, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  it.each(calls)('needs a live key for %s /api/webhook%s', async (method, path, body) => {
    const { name, authorization } = await addPartner(api.database);
    await set({ url: 'https://partner.example/' }, authorization);
    const test = await addPartner(api.database, { name, isTest: true });
    expect((await call(method, path, body, {})).status).toBe(401);
    const refused = await call(method, path, body, test.authorization);
    expect(refused.status).toBe(403);
    expect((await problemOf(refused)).message).toMatch(/^This call needs a live key/);
    expect((await api.get('/api/webhook', authorization)).status).toBe(200);
    if (method === 'POST' && path === '') return;
    const other = await addPartner(api.database);
    const missing = await call(method, path, body, other.authorization);
    expect(missing.status).toBe(404);
    expect((await problemOf(missing)).message).toBe(
      'You have no webhook endpoint yet: set one with POST /api/webhook.',
    );
  });

  it('is told as missing to a request that another one of the same moment removes it for', async () => {
    const { authorization } = await addPartner(api.database);
    const statusOf = async (method: string, path: string, body?: object) =>
      (await call(method, path, body, authorization)).status;
    for (let round = 0; round < 5; round++) {
      await call('POST', '', { url: 'https://partner.example/' }, authorization);
      const removed = [1, 2, 3, 4].map(() => statusOf('DELETE', ''));
      const rotated = [1, 2].map(() => statusOf('POST', '/secret', {}));
      expect([204, 404]).toEqual(expect.arrayContaining(await Promise.all(removed)));
      expect([200, 404]).toEqual(expect.arrayContaining(await Promise.all(rotated)));
    }
  });

  it('is set by one of several first requests of the same moment; another may be told of it, as documented', async () => {
    const { authorization } = await addPartner(api.database);
    const url = 'https://partner.example/';
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => call('POST', '', { url }, authorization)));
    expect([200, 409]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
    const document = await (await api.get('/api/openapi.json')).json();
    expect(document.paths['/api/webhook'].post.responses).toHaveProperty('409');
    const said = await Promise.all(answers.map((answer) => answer.json()));
    expect(said.filter(({ secret }) => secret !== undefined)).toHaveLength(1);
  });

  it('is tested with an empty object, and with no member that a test might have', async () => {
    const { authorization } = await addPartner(api.database);
    await set({ url: (await receiveEvents()).url }, authorization);
    for (const body of [{ isTest: true }, { now: 1 }]) {
      const refused = await api.post('/api/webhook/test', body, authorization);
      expect(refused.status).toBe(400);
      const message = 'The test takes no settings: send an empty object.';
      expect(await problemOf(refused)).toMatchObject({ message, errors: [{ field: Object.keys(body)[0], message }] });
    }
  });

  it.each([
    [{}, 'url'],
    [{ url: 'partner' }, 'url'],
    [{ url: 'https://partner.example/a\tb' }, 'url'],
    [{ url: 'https://partner\n.example/' }, 'url'],
    [{ url: 'https://partner.example/\u0000' }, 'url'],
    [{ url: ' https://partner.example/' }, 'url'],
    [{ url: 7 }, 'url'],
    [{ url: 'ftp://partner.example/' }, 'url'],
    [{ url: 'https://user:password@partner.example/' }, 'url'],
    [{ url: `https://partner.example/${'x'.repeat(2000)}` }, 'url'],
    [{ url: 'https://partner.example/', kinds: ['leads'] }, 'kinds'],
    [{ url: 'https://partner.example/', kinds: [] }, 'kinds'],
    [{ url: 'https://partner.example/', kinds: ['lead', 'lead'] }, 'kinds'],
    [{ url: 'https://partner.example/', secret: 'mine' }, 'secret'],
  ])('is refused as %j', async (settings, field) => {
    const { authorization } = await addPartner(api.database);
    const response = await api.post('/api/webhook', settings, authorization);
    expect(response.status).toBe(400);
    expect((await problemOf(response)).errors).toEqual([{ field, message: expect.any(String), ...allowedOf(field) }]);
    expect((await api.get('/api/webhook', authorization)).status).toBe(404);
  });
  const allowedOf = (field: string) => (field === 'kinds' ? { allowed: expect.arrayContaining(['lead']) } : {});
});

describe('the endpoint of a partner, where webhooks go to public addresses alone', () => {
  const api = sharedApi({ webhooksAllowPrivate: false, rateLimits: true });

  it.each([
    'http://partner.example/',
    'http://localhost:8080/',
    'https://localhost/',
    'https://2130706433/',
    'https://[::ffff:127.0.0.1]/',
  ])('is not %s', async (url) => {
    const { authorization } = await addPartner(api.database);
    const response = await api.post('/api/webhook', { url }, authorization);
    expect(response.status).toBe(400);
    const { errors, message } = await problemOf(response);
    expect(errors).toMatchObject([{ field: 'url' }]);
    if (!url.includes('partner')) expect(message).toContain('/api/guide#own-machine');
    expect((await api.get('/api/webhook', authorization)).status).toBe(404);
  });

  it('is tested ten times a minute, and a test that fails is told with its cause', async () => {
    const { authorization } = await addPartner(api.database);
    expect((await api.post('/api/webhook', { url: 'https://partner.invalid/' }, authorization)).status).toBe(200);
    const test = () => api.post('/api/webhook/test', {}, authorization);
    expect(await (await test()).json()).toMatchObject({
      taken: false,
      error: expect.stringContaining('ENOTFOUND'),
    });
    for (let tests = 1; tests < webhookTestsPerMinute; tests++) expect((await test()).status).toBe(200);
    const refused = await test();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await api.get('/api/webhook', authorization)).status).toBe(200);
  });
});
