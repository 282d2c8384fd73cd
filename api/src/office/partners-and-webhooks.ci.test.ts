import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { buildLead, buildSupport } from '../../testing/build-forms.ts';
import { deliverAllDue } from '../../testing/deliver-due.ts';
import { receiveEvents } from '../../testing/receivers.ts';
import { runOffice } from '../../testing/run-office.ts';
import { sharedApi, startTestApi } from '../../testing/start-test-api.ts';
import { QuarantineWorker } from '../quarantine/quarantine.worker.ts';

type Seen = Awaited<ReturnType<typeof receiveEvents>>['seen'];

const api = sharedApi();

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
  const deliverDue = () => deliverAllDue(api.app);
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

  it.each([
    ['http://crm.example/hook', /must begin with https:\/\//],
    ['https://[::1]/', /::1 is a private address/],
    ['https://user:secret@crm.example/', /must not hold a password/],
    ['crm.example', /must begin with https/],
  ])('refuses the address %s', async (url, sentence) => {
    await expect(runOffice(api, ['webhooks', 'add', 'crm', url, '--office'], '/nowhere', false)).rejects.toThrow(
      sentence,
    );
  });

  it('says what is wrong with other words', async () => {
    await expect(
      office('webhooks', 'add', 'crm', 'https://crm.example/', '--office', '--kinds', 'lead,fax'),
    ).rejects.toThrow(/lead/);
    await expect(office('webhooks', 'rotate', 'nobody')).rejects.toThrow(/There is no webhook nobody/);
    await expect(office('webhooks', 'test', 'nobody')).rejects.toThrow(/There is no webhook nobody/);
    await expect(office('webhooks', 'remove', 'nobody')).rejects.toThrow(/There is no webhook nobody/);
    await expect(office('webhooks', 'rotate', 'x', '--hours', '9999')).rejects.toThrow(/at most 720 hours/);
  });
});
