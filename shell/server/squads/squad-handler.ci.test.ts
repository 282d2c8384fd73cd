import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { publishToSite } from 'kit/squad/site-client/publish-to-site';
import type { SquadKey } from 'kit/squad/site-client/squad-key';
import { switchOnSite } from 'kit/squad/site-client/switch-on-site';
import { Acts, History, SiteRights } from '../../platform/index.ts';
import { readSwitches } from '../../platform/testing/read-switches.ts';
import { until } from '../../platform/testing/until.ts';
import { build, publish } from './testing/publish.ts';
import { type SquadSite, startSquad, startSquadSite } from './testing/start-squad-site.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a squad with one URL and one key', () => {
  it('publishes, looks at it, gives it to some, to all, and goes back; the log names key and network', async () => {
    const { site, key, client } = await startSquad({ renders: true });
    const first = await publish(site, key);
    expect(await site.live()).toBeUndefined();
    await switchOnSite(client, 'mf-agents', { action: 'activate', id: first, reason: 'the first' });
    expect(await site.live()).toMatchObject({ live: first, previous: null });

    const second = await publish(site, key, { version: '1.1.0' });
    const { url, expires } = await client.preview('mf-agents', second, 2);
    expect(url).toMatch(new RegExp(`^${site.address}/my-agent\\?preview=[\\w.-]+$`));
    expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(2 * 3_600_000);

    await switchOnSite(client, 'mf-agents', { action: 'canary', id: second, percent: 20, reason: 'some' });
    expect(await site.live()).toMatchObject({ live: first, canary: { id: second, percent: 20 } });
    await switchOnSite(client, 'mf-agents', { action: 'abort', reason: 'not yet' });
    expect(await site.live()).not.toHaveProperty('canary');
    const steps = [50, 100].map((percent) => ({ percent, minutes: 10 }));
    const plan = { steps, promote: true };
    await switchOnSite(client, 'mf-agents', { action: 'canary', id: second, plan, reason: 'more' });
    expect(await site.live()).toMatchObject({ canary: { id: second, percent: 50, plan: { step: 0 } } });
    expect((await client.status()).remotes).toContainEqual(
      expect.objectContaining({ canary: { id: second, percent: 50, plan: expect.objectContaining({ steps }) } }),
    );
    await switchOnSite(client, 'mf-agents', { action: 'promote', reason: 'all' });
    expect(await site.live()).toMatchObject({ live: second, previous: first });
    const rolledBack = await switchOnSite(client, 'mf-agents', {
      action: 'rollback',
      reason: 'It is wrong',
      by: 'ben',
    });
    expect(rolledBack).toMatchObject({ outcome: 'changed', from: second, to: first, revision: 7 });
    expect(await site.live()).toMatchObject({ live: first });

    const { entries, damaged } = await History.readAudit(site.staff);
    expect(damaged).toEqual([]);
    expect(entries.filter((entry) => 'remote' in entry).map((entry) => [entry.action, entry.by])).toEqual([
      ['activate', 'squad-agents from 192.0.2'],
      ['canary', 'squad-agents from 192.0.2'],
      ['abort', 'squad-agents from 192.0.2'],
      ['canary', 'squad-agents from 192.0.2'],
      ['promote', 'squad-agents from 192.0.2'],
      ['rollback', 'ben from 192.0.2'],
    ]);
    expect(site.logged).toContain(`the key squad-agents published mf-agents ${second}, from 192.0.2`);
    expect(await client.log('mf-agents', 1)).toEqual([
      expect.objectContaining({ revision: 7, key: 'squad-agents', action: 'rollback', reason: 'It is wrong' }),
    ]);
    const status = await client.status();
    expect(status).toMatchObject({ revision: 7, key: { name: 'squad-agents', remotes: ['mf-agents'] }, problems: [] });
    expect(status.remotes.find(({ remote }) => remote === 'mf-agents')).toMatchObject({
      live: first,
      publishedBy: 'squad-agents',
    });
    expect(await client.releases('mf-agents')).toEqual([
      expect.objectContaining({ id: second, state: null }),
      expect.objectContaining({ id: first, state: 'live' }),
    ]);
  });

  it('publishes and switches again without a change, and only looks on a dry run', async () => {
    const { site, key } = await startSquad();
    const release = await build();
    expect(await publishToSite(site.client(key), release)).toMatchObject({ added: true });
    expect(await publishToSite(site.client(key), release)).toEqual({ added: false, bytes: 0 });
    const call = { action: 'activate', id: release.record.id, reason: '' } as const;
    const dry = await switchOnSite(site.client(key), 'mf-agents', { ...call, dryRun: true });
    expect(dry).toMatchObject({ outcome: 'checked' });
    expect(await site.live()).toBeUndefined();
    await switchOnSite(site.client(key), 'mf-agents', call);
    expect(await switchOnSite(site.client(key), 'mf-agents', call)).toMatchObject({
      outcome: 'unchanged',
      revision: 2,
    });
    const id = await publish(site, key, { version: '1.1.0', routes: [{}, { path: '/my-agent/help' }] });
    const compared = await switchOnSite(site.client(key), 'mf-agents', { ...call, id, dryRun: true });
    expect(compared.differences).toContainEqual(expect.stringContaining('/my-agent/help'));
  });

  it('waits with the first release of a remote until each server serves it, and with no later one', async () => {
    const { site, key, client } = await startSquad();
    const { store } = site.staff;
    const { sharedModules } = site.serving.policy;
    /** Of the servers, by name: the revision that each serves. */
    const served = { quick: 10, slow: 0 };
    const beat = setInterval(() => {
      for (const [server, revision] of Object.entries(served)) {
        const serving = { revision, since: '', version: '', instead: {} };
        void store.writeHeartbeat(server, { revision, sharedModules, serving });
      }
    }, 50).unref();
    const first = await publish(site, key);
    let isOver = false;
    const switching = switchOnSite(client, 'mf-agents', { action: 'activate', id: first, reason: '' }).finally(() => {
      isOver = true;
    });
    await until(async () => (await site.live()) !== undefined);
    await sleep(500);
    expect(isOver).toBe(false);
    served.slow = 10;
    expect(await switching).toMatchObject({ outcome: 'changed', notServedBy: [] });
    clearInterval(beat);
    const second = await publish(site, key, { version: '1.1.0' });
    const changed = await switchOnSite(client, 'mf-agents', { action: 'activate', id: second, reason: '' });
    expect(changed).not.toHaveProperty('notServedBy');
  });
});

describe('a site that is not what it says', () => {
  it('gets no signature for another release, remote, action or reason', async () => {
    const { site, key } = await startSquad();
    const id = await publish(site, key);
    const client = site.client(key);
    const call = client.call.bind(client);
    for (const [asked, proposed] of [
      [id, '9.9.9-00000000'],
      ['mf-agents', 'mf-demos'],
      ['"type":"activate"', '"type":"promote"'],
      ['"reason":"mine"', '"reason":"yours"'],
    ] as const) {
      client.call = async (request) => {
        const answer = await call(request);
        const { proposal } = answer as { proposal?: { entry: string } };
        if (proposal) proposal.entry = proposal.entry.replaceAll(asked, proposed);
        return answer;
      };
      const activate = { action: 'activate', id, reason: 'mine' } as const;
      await expect(switchOnSite(client, 'mf-agents', activate)).rejects.toMatchObject({ code: 'other-proposal' });
    }
    expect(await site.live()).toBeUndefined();
  });
});

describe('what a site refuses a squad', () => {
  it('takes no key that is unknown, has ended or was revoked', async () => {
    const site = await startSquadSite();
    const stranger = await startSquadSite().then((other) => other.addSquad('squad-agents'));
    await expect(publish(site, stranger)).rejects.toMatchObject({
      status: 401,
      code: 'unknown-key',
      message: expect.stringContaining(`The key ${stranger.keyId} is not on the list of keys`),
    });
    const ended = await site.addSquad('squad-ended', { expires: '2026-01-01T00:00:00Z' });
    await expect(publish(site, ended)).rejects.toMatchObject({
      code: 'key-expired',
      message: "The key squad-ended ended at 2026-01-01T00:00:00Z: ask the site's staff for a new end date.",
    });
    const revoked = await site.addSquad('squad-left');
    const id = await publish(site, revoked);
    await SiteRights.revokeKey(site.staff, { name: 'squad-left', force: false, by: 'anna', reason: 'left' });
    await site.serving.chain.refresh({ whole: true });
    const call = { action: 'activate', id, reason: '' } as const;
    await expect(switchOnSite(site.client(revoked), 'mf-agents', call)).rejects.toMatchObject({ code: 'key-revoked' });
    expect(await site.live()).toBeUndefined();
  });

  it("keeps a squad from another squad's remote, and from actions that its key has not", async () => {
    const site = await startSquadSite();
    const agents = await site.addSquad('squad-agents');
    const demos = await site.addSquad('squad-demos', { remotes: ['mf-demos'] });
    const ci = await site.addSquad('ci-agents', { actions: ['publish'] });
    await expect(publish(site, demos)).rejects.toMatchObject({
      status: 403,
      code: 'right',
      message:
        'This key may not publish mf-agents: it is the key squad-demos, which is for mf-demos, not for mf-agents.',
    });
    const id = await publish(site, ci);
    for (const key of [demos, ci]) {
      for (const call of [
        { action: 'activate', id, reason: '' },
        { action: 'rollback', reason: 'x' },
      ] as const) {
        await expect(switchOnSite(site.client(key), 'mf-agents', call)).rejects.toMatchObject({
          code: call.action === 'rollback' ? 'nothing-to-do' : 'right',
        });
      }
      await expect(site.client(demos).preview('mf-agents', id, 1)).rejects.toMatchObject({ code: 'right' });
    }
    await switchOnSite(site.client(agents), 'mf-agents', { action: 'activate', id, reason: '' });
    await expect(
      switchOnSite(site.client(demos), 'mf-agents', { action: 'rollback', id, reason: 'x' }),
    ).rejects.toMatchObject({ status: 403, code: 'right' });
  });

  it('lets no release of a broken rule live, in the words of the gate, needs by its own shell, and operators told', async () => {
    const { site, key } = await startSquad({ policy: { sharedModules: { react: '20.0.0' } } });
    const id = await publish(site, key, { routes: [{}, { path: '/leads/mine' }] });
    const call = { action: 'activate', id, reason: '' } as const;
    const refused = {
      ...{ status: 422, code: 'gate' },
      message: expect.stringContaining('It needs react ^19.3.1; the shell provides 20.0.0.'),
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'needs' }),
        expect.objectContaining({ rule: 'namespace', problem: expect.stringContaining('belongs to mf-marketplace') }),
      ]),
    };
    await expect(switchOnSite(site.client(key), 'mf-agents', { ...call, dryRun: true })).rejects.toMatchObject(refused);
    // Nobody is told of a dry run.
    expect(site.reported).toEqual([]);
    await expect(switchOnSite(site.client(key), 'mf-agents', call)).rejects.toMatchObject(refused);
    expect(site.reported).toEqual([
      expect.stringMatching(/^The gate refused what the key squad-agents asked for\. mf-agents /),
    ]);
    expect(await site.live()).toBeUndefined();
  });

  it('says that a remote is frozen, that a release is not there, and what a call lacks', async () => {
    const { site, key, client } = await startSquad();
    const id = await publish(site, key);
    await switchOnSite(client, 'mf-agents', { action: 'activate', id, reason: '' });
    const next = await publish(site, key, { version: '1.1.0' });
    await Acts.acts.freeze.perform(site.staff, { remote: 'mf-agents', by: 'anna', reason: 'the fair' });
    const activate = { action: 'activate', reason: '' } as const;
    await expect(switchOnSite(client, 'mf-agents', { ...activate, id: next })).rejects.toMatchObject({
      status: 409,
      code: 'frozen',
      message: expect.stringMatching(/: the site's staff end that \("npm run release -- unfreeze mf-agents"\)\.$/),
    });
    await expect(switchOnSite(client, 'mf-agents', { ...activate, id: '9.9.9-00000000' })).rejects.toMatchObject({
      code: 'frozen',
    });
    await expect(client.preview('mf-agents', '9.9.9-00000000', 1)).rejects.toMatchObject({
      status: 404,
      code: 'release-missing',
      message: expect.stringContaining('; "npx remote status" shows those it holds.'),
    });
    await expect(switchOnSite(client, 'mf-agents', activate)).rejects.toMatchObject({
      status: 400,
      message: 'An activation names its release.',
    });
  });

  it('takes nothing where access is off, and says so', async () => {
    const { site, key } = await startSquad({ access: 'off' });
    await expect(publish(site, key)).rejects.toMatchObject({
      code: 'off',
      message: `${site.address} takes no releases over the network: ask its staff.`,
    });
    const raw = await fetch(`${site.address}/_platform/api/v1/status`);
    expect(raw.status).toBe(403);
  });

  it('writes no revision that it did not propose, that another key signed, or that somebody changed', async () => {
    const site = await startSquadSite();
    const [agents, other] = [await site.addSquad('squad-agents'), await site.addSquad('squad-other')];
    const id = await publish(site, agents);
    const sent: { entry: string; pass: string; signature: { keyId: string; signature: string } }[] = [];
    const spy = site.client(agents);
    const call = spy.call.bind(spy);
    spy.call = (request) => {
      if (request.method === 'PUT' && request.body) sent.push(JSON.parse(String(request.body.content)));
      return call(request);
    };
    await switchOnSite(spy, 'mf-agents', { action: 'activate', id, reason: 'one' });
    const [good] = sent;
    if (!good) throw new Error('Nothing was sent.');
    const { revisionAnswerSchema: schema } = await import('kit/contracts/squad/calls');
    const put = (body: object, key: SquadKey, revision = 3) =>
      site.client(key).call({
        method: 'PUT',
        path: `/revisions/${revision}`,
        schema,
        body: { type: 'application/json', content: Buffer.from(JSON.stringify(body)) },
      });
    // The answer was lost, so the same call is repeated.
    expect(await put(good, agents)).toEqual({ outcome: 'changed', revision: 3 });
    await expect(put(good, other)).rejects.toMatchObject({ status: 403, code: 'no-pass' });
    await expect(put({ ...good, entry: good.entry.replace('"one"', '"two"') }, agents)).rejects.toMatchObject({
      code: 'no-pass',
    });
    await expect(put({ ...good, pass: `${good.pass}x` }, agents)).rejects.toMatchObject({ code: 'no-pass' });
    expect(await readSwitches(site.staff.store)).toHaveLength(1);
  });
});

describe('two at once', () => {
  it('tells a raced switch who was first, and repeats it where nothing of it changes', async () => {
    const site = await startSquadSite();
    const agents = await site.addSquad('squad-agents');
    const demos = await site.addSquad('squad-demos', { remotes: ['mf-demos'] });
    const one = await publish(site, agents);
    const two = await publish(site, demos, { remote: 'mf-demos', routes: [{ path: '/click-demos' }] });
    const client = site.client(agents);
    const call = client.call.bind(client);
    let hasRaced = false;
    client.call = async (request) => {
      if (request.method === 'PUT' && !hasRaced) {
        hasRaced = true;
        await switchOnSite(site.client(demos), 'mf-demos', { action: 'activate', id: two, reason: 'first' });
      }
      return call(request);
    };
    const activate = { action: 'activate', id: one, reason: 'second' } as const;
    expect(await switchOnSite(client, 'mf-agents', activate)).toMatchObject({ outcome: 'changed', revision: 4 });
    expect(await site.live('mf-demos')).toMatchObject({ live: two });

    const next = await publish(site, agents, { version: '1.1.0' });
    await expect(
      switchOnSite(client, 'mf-agents', { ...activate, id: next, expectedRevision: 3 }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'revision-taken',
      message: expect.stringContaining('Another operator was first'),
    });
    hasRaced = false;
    const again = { action: 'rollback', reason: 'x' } as const;
    await switchOnSite(client, 'mf-agents', { ...activate, id: next }).catch(() => {});
    expect(await site.live()).toMatchObject({ live: next });
    // Both roll back; the second rollback would go further back than intended.
    client.call = async (request) => {
      if (request.method === 'PUT' && hasRaced) {
        hasRaced = false;
        await switchOnSite(site.client(agents), 'mf-agents', again);
      }
      return call(request);
    };
    hasRaced = true;
    await expect(switchOnSite(client, 'mf-agents', again)).rejects.toMatchObject({
      code: expect.stringMatching(/revision-taken|nothing-to-do/),
    });
    expect(await site.live()).toMatchObject({ live: one });
  });
});

describe('the contract of a site', () => {
  it('says what the shell shares and asks, to everybody, and 304 to who knows it', async () => {
    const site = await startSquadSite();
    const answer = await fetch(`${site.address}/_platform/contract.json`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=10',
    });
    expect(await answer.json()).toMatchObject({
      contract: 1,
      site: { name: 'Beaconfield', origin: 'https://beaconfield.example', id: expect.stringMatching(/^[0-9a-f]{16}$/) },
      sharedModules: { react: '19.3.1' },
      namespaces: expect.arrayContaining([{ path: '/my-agent', remote: 'mf-agents' }]),
      budgets: { remote: { registered: 30_000, page: 90_000 } },
      gate: expect.arrayContaining([{ id: 'needs', says: expect.stringContaining('The live shell provides') }]),
      calls: { base: '/_platform/api/v1', access: 'on' },
    });
    // Without the last header, fetch would request a new copy.
    const headers = { 'If-None-Match': answer.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await fetch(`${site.address}/_platform/contract.json`, { headers })).status).toBe(304);
  });
});

interface Recorded {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

/** Records signed requests, as an eavesdropper would. */
function recordRequests(): Recorded[] {
  const recorded: Recorded[] = [];
  const real = globalThis.fetch;
  jest.spyOn(globalThis, 'fetch').mockImplementation((url, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    // The cast is safe: the client only sends bytes.
    const body = init.body as Uint8Array | undefined;
    if (headers.signature) recorded.push({ method: init.method ?? 'GET', url: new URL(String(url)), headers, body });
    return real(url, init);
  });
  return recorded;
}

/** Sends the same bytes to a server with the original host, as a load balancer would. */
async function replay({ method, url, headers, body }: Recorded, { address }: SquadSite) {
  const length = body && { 'content-length': String(body.length) };
  const target = new URL(url.pathname + url.search, address);
  const sent = request(target, { method, agent: false, headers: { ...headers, ...length, host: url.host } });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, answer: (await json(answer)) as { code?: string } };
}

async function everything({ staff }: SquadSite) {
  await staff.chain.refresh({ whole: true });
  const { entries } = await History.readAudit(staff);
  return { live: staff.chain.current, entries, releases: await staff.store.listReleases('mf-agents') };
}

// Each server remembers the nonces that it saw, but not other servers' (docs/decisions/2026-11-22-nonces-of-each-server.md).
it('changes nothing when every request of a squad is sent again to another server of the site', async () => {
  const first = await startSquadSite();
  const key = await first.addSquad('squad-agents');
  const second = await startSquadSite({ store: first.staff.store, keysOf: first.staff.store });
  const client = first.client(key);
  const recorded = recordRequests();
  const ids: string[] = [];
  for (const version of ['1.0.0', '1.1.0']) {
    ids.push(await publish(first, key, { version }));
  }
  const [one = '', other = ''] = ids;
  await switchOnSite(client, 'mf-agents', { action: 'activate', id: one, reason: 'the first' });
  await switchOnSite(client, 'mf-agents', { action: 'canary', id: other, percent: 10, reason: 'some' });
  await switchOnSite(client, 'mf-agents', { action: 'promote', reason: 'all' });
  await switchOnSite(client, 'mf-agents', { action: 'rollback', reason: 'back' });
  await client.preview('mf-agents', other, 1);
  await client.status();
  jest.restoreAllMocks();
  expect(recorded.map(({ method }) => method)).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT']));

  const before = await everything(first);
  expect(before.live?.composition.remotes['mf-agents']).toMatchObject({ live: one });
  for (const sent of recorded) {
    expect(await replay(sent, first)).toMatchObject({ status: 401, answer: { code: 'replayed' } });
    // That server may accept it once.
    expect((await replay(sent, second)).answer.code).not.toBe('bad-signature');
    expect(await replay(sent, second)).toMatchObject({ status: 401, answer: { code: 'replayed' } });
  }
  // The log keeps what was changed and changed back.
  expect(await everything(first)).toEqual(before);
});
