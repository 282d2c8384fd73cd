import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { addPartner } from '../../testing/add-partner.ts';
import { buildLead, buildSupport } from '../../testing/build-forms.ts';
import { deliverAllDue } from '../../testing/deliver-due.ts';
import { receiveEvents } from '../../testing/receivers.ts';
import { runOffice } from '../../testing/run-office.ts';
import { problemOf, sharedApi, startTestApi } from '../../testing/start-test-api.ts';
import { replayEvents } from '../guide/samples.ts';
import { webhookTestsPerMinute } from '../limits/rate-limits.ts';
import { checkAddress } from '../office/webhook-commands.ts';
import { QuarantineWorker } from '../quarantine/quarantine.worker.ts';

type Headers = Record<string, string>;

type Seen = Awaited<ReturnType<typeof receiveEvents>>['seen'];

const api = sharedApi();
const deliverDue = () => deliverAllDue(api.app);

const office = async (...words: string[]) => JSON.parse(await runOffice(api, [...words, '--json'], '/nowhere'));
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

describe('npm run office -- partners', () => {
  it('makes a partner with a live and a test key, shows both once, and revokes one by itself', async () => {
    const [live, test] = await office('partners', 'add', 'acme', '--by', 'Ann');
    expect([live.mode, test.mode]).toEqual(['live', 'test']);
    expect((await api.post('/api/leads', buildLead(), bearer(live.secret))).status).toBe(201);
    expect((await (await api.post('/api/leads', buildLead(), bearer(test.secret))).json()).isTest).toBe(true);
    const listed = await office('partners', 'list');
    expect(listed).toMatchObject([
      { partner: 'acme', postsPerMinute: 600, mode: 'live', key: live.key, createdBy: 'Ann', revokedAt: null },
      { partner: 'acme', mode: 'test', key: test.key },
    ]);
    expect(JSON.stringify(listed)).not.toContain(live.secret.slice(-48));

    expect(await office('partners', 'revoke', live.secret)).toMatchObject([{ key: live.key, partner: 'acme' }]);
    expect((await api.post('/api/leads', buildLead(), bearer(live.secret))).status).toBe(401);
    expect((await api.post('/api/leads', buildLead(), bearer(test.secret))).status).toBe(201);
    const [next] = await office('partners', 'key', 'acme');
    expect((await api.post('/api/leads', buildLead(), bearer(next.secret))).status).toBe(201);
    expect(await office('partners', 'limit', 'acme', '5')).toEqual([{ partner: 'acme', postsPerMinute: 5 }]);
    await expect(office('partners', 'revoke', live.key)).rejects.toThrow(/was revoked already, by/);
  });

  it('returns a lead once, and tells its partner why', async () => {
    const [live] = await office('partners', 'add', 'returns');
    const { reference } = await (await api.post('/api/leads', buildLead(), bearer(live.secret))).json();
    const told = await office('leads', 'return', reference.toLowerCase(), '--reason', 'wrong number', '--by', 'Ann');
    expect(told).toMatchObject([{ reference, partner: 'returns', reason: 'wrong number' }]);
    const status = await (await api.get(`/api/submissions/${reference}`, bearer(live.secret))).json();
    expect(status).toMatchObject({ status: 'returned', reason: 'wrong number', returnedAt: expect.any(String) });
    await expect(office('leads', 'return', reference, '--reason', 'again')).rejects.toThrow(/^Ann returned .* already/);
    await expect(office('leads', 'return', 'L-000000', '--reason', 'x')).rejects.toThrow(/There is no lead/);
  });

  it.each([
    [['partners', 'add', 'Acme Inc'], /lower case letters/],
    [['partners', 'key', 'nobody'], /There is no partner nobody: "partners add nobody" makes one\./],
    [['partners', 'revoke', '000000000000'], /There is no key 000000000000/],
    [['partners', 'limit', 'nobody', '5'], /There is no partner nobody/],
  ])('says what is wrong with %j', async (words, sentence) => {
    await expect(office(...words)).rejects.toThrow(sentence);
  });
});

describe('npm run office -- webhooks', () => {
  afterEach(async () => {
    for (const { name } of await office('webhooks', 'list')) await office('webhooks', 'remove', name);
  });

  const submit = async (path = '/api/leads', form: object = buildLead()) =>
    (await api.post(path, form)).json() as Promise<{ id: string; reference: string }>;
  const typesOf = (seen: Seen) => seen.map(({ body }) => JSON.parse(body).type);
  const referencesOf = (seen: Seen) => seen.map(({ body }) => JSON.parse(body).data.reference).sort();

  it('has several endpoints get each form, each with a secret of its own, from the next form on', async () => {
    const one = await receiveEvents();
    const other = await receiveEvents();
    await submit();
    const [first] = await office('webhooks', 'add', 'one', one.url, '--office');
    const [second] = await office('webhooks', 'add', 'other', other.url, '--office', '--kinds', 'support,intake');
    const { id, reference } = await submit();
    await submit('/api/contact-support', buildSupport());
    await deliverDue();
    expect(one.seen).toHaveLength(2);
    expect(other.seen.map(({ body }) => JSON.parse(body).type)).toEqual(['support.created']);
    const lead = one.seen.find(({ body }) => body.includes(reference));
    expect(lead?.headers['webhook-id']).toBe(`msg_${id}`);
    expect(new Webhook(first.secret).verify(lead?.body ?? '', lead?.headers ?? {})).toMatchObject({
      data: { reference },
    });
    expect(() => new Webhook(second.secret).verify(lead?.body ?? '', lead?.headers ?? {})).toThrow();
  });

  it('has the endpoint of a partner get what that partner sends, and the one of the office everything', async () => {
    const ours = await receiveEvents();
    const theirs = await receiveEvents();
    const [live] = await office('partners', 'add', 'own-leads');
    const [other] = await office('partners', 'add', 'other-leads');
    await office('webhooks', 'add', 'crm', ours.url, '--office');
    expect(await office('webhooks', 'add', 'own', theirs.url, '--partner', 'own-leads')).toMatchObject([
      { owner: 'partner own-leads' },
    ]);
    expect(await office('webhooks', 'list')).toMatchObject([{ owner: 'office' }, { owner: 'partner own-leads' }]);
    const send = async (headers: Record<string, string>): Promise<string> =>
      (await (await api.post('/api/leads', buildLead(), headers)).json()).reference;
    const trap = { 'X-Form-Context': 'page=%2F&consent=1&fill=9000&trap=x' };
    const [visitors, of, held, visitorsHeld] = [
      await send({}),
      await send(bearer(live.secret)),
      await send({ ...bearer(live.secret), ...trap }),
      await send(trap),
    ];
    const others = await send(bearer(other.secret));
    await office('quarantine', 'release', held);
    await office('quarantine', 'release', visitorsHeld);
    await api.app.get(QuarantineWorker).queueReleased();
    await deliverDue();
    expect(referencesOf(ours.seen)).toEqual([visitors, of, held, visitorsHeld, others].sort());
    expect(referencesOf(theirs.seen)).toEqual([of, held].sort());
    for (const reference of [visitors, others])
      await expect(office('deliveries', 'resend', reference, '--to', 'own')).rejects.toThrow(/^No webhook own takes/);
    await office('deliveries', 'resend', visitors);
    await deliverDue();
    expect(theirs.seen).toHaveLength(2);
  });

  it('must be told whose an endpoint is', async () => {
    const address = 'https://crm.example/';
    const whose = /Name the owner: --partner <name> for a partner/;
    await expect(office('webhooks', 'add', 'crm', address)).rejects.toThrow(whose);
    await expect(office('webhooks', 'add', 'crm', address, '--office', '--partner', 'x')).rejects.toThrow(whose);
    for (const owner of [['--office'], ['--partner', 'x']])
      await expect(office('webhooks', 'add', 'own-x', address, ...owner)).rejects.toThrow(
        'The name must not begin with own-: the endpoints that partners set themselves are called so.',
      );
    await expect(office('webhooks', 'add', 'crm', address, '--partner', 'nobody')).rejects.toThrow(
      /There is no partner nobody/,
    );
    expect(await office('webhooks', 'list')).toEqual([]);
  });

  it('tells the endpoints of a partner that a lead was given back, and why', async () => {
    const ours = await receiveEvents();
    const theirs = await receiveEvents();
    const [live, test] = await office('partners', 'add', 'gives-back');
    await office('webhooks', 'add', 'crm', ours.url, '--office');
    await office('webhooks', 'add', 'own', theirs.url, '--partner', 'gives-back');
    await office('webhooks', 'add', 'support', theirs.url, '--partner', 'gives-back', '--kinds', 'support');
    const send = async (headers: Record<string, string>) =>
      (await api.post('/api/leads', buildLead(), headers)).json() as Promise<{ id: string; reference: string }>;
    const { id, reference } = await send(bearer(live.secret));
    const tested = await send(bearer(test.secret));
    const visitors = await send({});
    await deliverDue();
    const [told] = await office('leads', 'return', reference, '--reason', 'wrong number');
    expect(told).toMatchObject({ partner: 'gives-back', told: 'webhook:own' });
    expect(await office('leads', 'return', tested.reference, '--reason', 'x')).toMatchObject([{ told: '' }]);
    expect(await office('leads', 'return', visitors.reference, '--reason', 'x')).toMatchObject([{ told: '' }]);
    await deliverDue();
    expect(typesOf(ours.seen)).toEqual(['lead.created', 'lead.created']);
    expect(typesOf(theirs.seen)).toEqual(['lead.created', 'lead.returned']);
    const { headers, body } = theirs.seen[1] ?? { headers: {}, body: '{}' };
    expect(headers['webhook-id']).toBe(`msg_${id}_returned`);
    const { returnedAt } = told;
    expect(JSON.parse(body)).toEqual({
      ...{ type: 'lead.returned', timestamp: returnedAt },
      data: { id, reference, isTest: false, returnedAt, reason: 'wrong number' },
    });
    await office('deliveries', 'resend', reference, '--to', 'own');
    await deliverDue();
    expect(typesOf(theirs.seen)).toEqual(['lead.created', 'lead.returned', 'lead.created']);
  });

  it('signs with both secrets during a rotation, and with the new one alone when the old one leaked', async () => {
    const { url, seen } = await receiveEvents();
    const [{ secret: old }] = await office('webhooks', 'add', 'crm', url, '--office');
    const [{ secret: next }] = await office('webhooks', 'rotate', 'crm');
    await submit();
    await deliverDue();
    const [{ headers, body } = { headers: {}, body: '' }] = seen;
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [old, next]) expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
    const [{ secret: last }] = await office('webhooks', 'rotate', 'crm', '--hours', '0');
    await submit();
    await deliverDue();
    const after = seen.at(-1);
    expect(new Webhook(last).verify(after?.body ?? '', after?.headers ?? {})).toBeTruthy();
    expect(() => new Webhook(next).verify(after?.body ?? '', after?.headers ?? {})).toThrow();
  });

  it('logs each try, and sends a form again under the same id', async () => {
    const { url, seen } = await receiveEvents(500);
    await office('webhooks', 'add', 'crm', url, '--office');
    const { reference } = await submit();
    await deliverDue();
    const log = await office('deliveries', 'log', 'crm', '--reference', reference);
    expect(log).toMatchObject([
      { reference, channel: 'webhook:crm', outcome: 'failed', said: expect.stringContaining('500') },
    ]);
    const good = await receiveEvents();
    await office('webhooks', 'add', 'late', good.url, '--office');
    expect(await office('deliveries', 'resend', reference, '--to', 'late')).toMatchObject([
      { channel: 'webhook:late' },
    ]);
    await deliverDue();
    await office('deliveries', 'resend', reference, '--to', 'late');
    await deliverDue();
    expect(good.seen.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(seen[0]?.headers['webhook-id']),
    );
    expect(await office('deliveries', 'log', 'late')).toMatchObject([
      { outcome: 'delivered' },
      { outcome: 'delivered' },
    ]);
    expect(await office('deliveries', 'log', 'mail', '--limit', '1')).toMatchObject([{ channel: 'mail' }]);
  });

  it('never sends a test or what is in quarantine, by resend either', async () => {
    const { url, seen } = await receiveEvents();
    await office('webhooks', 'add', 'crm', url, '--office');
    const { reference } = await submit('/api/leads', buildLead({ isTest: true }));
    await expect(office('deliveries', 'resend', reference)).rejects.toThrow(/is a test, in quarantine or erased/);
    await deliverDue();
    expect(seen).toEqual([]);
  });

  it('posts a signed test event, and says what was answered', async () => {
    const good = await receiveEvents();
    const bad = await receiveEvents(401);
    const [{ secret }] = await office('webhooks', 'add', 'good', good.url, '--office');
    await office('webhooks', 'add', 'bad', bad.url, '--office');
    expect(await office('webhooks', 'test', 'good')).toMatchObject([{ name: 'good', taken: true }]);
    const [{ headers, body } = { headers: {}, body: '' }] = good.seen;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
    await expect(office('webhooks', 'test', 'bad')).rejects.toThrow(
      /did not accept the test event: the webhook answered 401/,
    );
  });

  it('follows no redirect, to this machine or anywhere', async () => {
    const inner = await receiveEvents();
    const { url, seen } = await receiveEvents(307, { Location: inner.url });
    await office('webhooks', 'add', 'crm', url, '--office');
    await submit();
    await deliverDue();
    expect(seen).toHaveLength(1);
    expect(inner.seen).toEqual([]);
    expect(await office('webhooks', 'list')).toMatchObject([
      { state: 'unavailable', waiting: 1, lastError: expect.stringContaining('307') },
    ]);
  });

  it('removes an endpoint with what waits for it', async () => {
    const { url } = await receiveEvents(429);
    await office('webhooks', 'add', 'crm', url, '--office');
    await submit();
    await deliverDue();
    expect(await office('webhooks', 'remove', 'crm')).toEqual([{ name: 'crm', droppedDeliveries: 1 }]);
    expect(await deliverDue()).toBe(0);
  });

  it('delivers to an endpoint that is added while the API runs, and no more to one that is removed', async () => {
    const running = await startTestApi({ deliveryWorker: true });
    const { url, seen } = await receiveEvents();
    const insert = `with added as (insert into webhook_endpoints (name, url, secret, created_by)
      values ('live', $1, 'whsec_${Buffer.alloc(32).toString('base64')}', 'test') returning name)
      insert into delivery_channels (name) select 'webhook:' || name from added`;
    await running.database.client.query(insert, [url]);
    await running.post('/api/leads', buildLead());
    const deadline = Date.now() + 20_000;
    while (seen.length === 0 && Date.now() < deadline) await sleep(50);
    expect(seen).toHaveLength(1);
    await running.database.client.query('delete from webhook_endpoints');
    await running.post('/api/leads', buildLead());
    await running.stop();
    expect(seen).toHaveLength(1);
  });

  it('says what is wrong with other words', async () => {
    await expect(
      office('webhooks', 'add', 'crm', 'https://crm.example/', '--office', '--kinds', 'lead,fax'),
    ).rejects.toThrow(/lead/);
    await expect(office('webhooks', 'rotate', 'nobody')).rejects.toThrow(/There is no webhook nobody/);
    await expect(office('webhooks', 'test', 'nobody')).rejects.toThrow(/There is no webhook nobody/);
    await expect(office('webhooks', 'remove', 'nobody')).rejects.toThrow(/There is no webhook nobody/);
    await expect(office('webhooks', 'rotate', 'x', '--hours', '9999')).rejects.toThrow(/at most 720 hours/);
    await expect(
      runOffice(api, ['webhooks', 'add', 'crm', 'http://crm.example/', '--office'], '/nowhere', false),
    ).rejects.toThrow(/must begin with https:\/\//);
  });
});

describe('the address of a webhook', () => {
  const password = 'The address must not hold a password.';
  const characters = 'The address must not hold spaces or control characters.';
  it.each([
    ...[
      ' https://crm.example/',
      'https://crm.example/a\tb',
      'https://crm\n.example/',
      'https://crm.example/\u0000',
    ].map((address) => [address, characters]),
    ...['crm.example', 'ftp://crm.example/', 'http://crm.example/'].map((address) => [
      address,
      'must begin with https://',
    ]),
    ...['https://user@crm.example/', 'https://:secret@crm.example/'].map((address) => [address, password]),
    ...['http://localhost:8080/', 'https://localhost/'].map((address) => [address, 'localhost is a private address']),
    ['https://[::1]/', '::1 is a private address'],
    ['https://2130706433/', '127.0.0.1 is a private address'],
    ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1 is a private address'],
  ])('is not %j', (address = '', sentence) => {
    expect(() => checkAddress(address, false)).toThrow(sentence);
  });
});

describe('the webhook endpoint that a partner sets by its key', () => {
  const set = async (settings: object, authorization: Headers) => {
    const response = await api.post('/api/webhook', settings, authorization);
    expect(response.status).toBe(200);
    return response.json();
  };
  const send = async (authorization: Headers, lead: object = {}): Promise<string> =>
    (await (await api.post('/api/leads', buildLead(lead), authorization)).json()).reference;

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
    [{ url: 7 }, 'url'],
    [{ url: 'ftp://partner.example/' }, 'url'],
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
  const strict = sharedApi({ webhooksAllowPrivate: false, rateLimits: true }, { beside: api });

  it.each([
    ['http://partner.example/', 'must begin with https://'],
    ['https://localhost/', '/api/guide#own-machine'],
  ])('is not %s', async (url, words) => {
    const { authorization } = await addPartner(strict.database);
    const response = await strict.post('/api/webhook', { url }, authorization);
    expect(response.status).toBe(400);
    const { errors, message } = await problemOf(response);
    expect(errors).toMatchObject([{ field: 'url' }]);
    expect(message).toContain(words);
    expect((await strict.get('/api/webhook', authorization)).status).toBe(404);
  });

  it('is tested ten times a minute, and a test that fails is told with its cause', async () => {
    const { authorization } = await addPartner(strict.database);
    expect((await strict.post('/api/webhook', { url: 'https://partner.invalid/' }, authorization)).status).toBe(200);
    const test = () => strict.post('/api/webhook/test', {}, authorization);
    expect(await (await test()).json()).toMatchObject({
      taken: false,
      error: expect.stringContaining('ENOTFOUND'),
    });
    for (let tests = 1; tests < webhookTestsPerMinute; tests++) expect((await test()).status).toBe(200);
    const refused = await test();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await strict.get('/api/webhook', authorization)).status).toBe(200);
  });
});
