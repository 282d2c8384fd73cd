import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it, jest } from '@jest/globals';
import { switchOnSite } from 'kit/squad/site-client/switch-on-site';
import { History } from '../../platform/index.ts';
import { publish } from './testing/publish.ts';
import { type SquadSite, startSquadSite } from './testing/start-squad-site.ts';

// Each server remembers the nonces that it saw, but not other servers' (docs/decisions/2026-11-22-nonces-of-each-server.md).

interface Recorded {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

afterEach(() => {
  jest.restoreAllMocks();
});

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
