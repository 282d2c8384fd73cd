import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { type HostileSite, staffToken } from './hostile-site.ts';

// Visitors who try to get a good release rolled back, keep a bad one live, or lock staff out.

const remote = 'mf-demos';
const path = '/click-demos';
/** In milliseconds; both servers have then reported to the store, and the guard has evaluated the sum. */
const guardTime = 6000;

const tokens = { read: 'a-token-of-cleo-to-read', own: 'a-token-of-dora-for-agents' };
const staff = { STAFF_TOKENS: `Anna:${staffToken},Cleo:${tokens.read}:read,Dora:${tokens.own}:own=mf-agents` };

type Address = string | null;

const visitorHeaders = (address: Address): Record<string, string> =>
  address === null ? {} : { 'x-forwarded-for': address };

/** The token of a page view, as the server gives it to everybody who requests the page. */
async function takeToken(site: HostileSite, address: Address, pathname = path): Promise<string> {
  const answer = await site.get(pathname, { headers: visitorHeaders(address) });
  await answer.body?.cancel();
  return /desc="([^"]+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1] ?? '';
}

async function send(site: HostileSite, report: object | string, address: Address, server: 0 | 1 = 0): Promise<number> {
  const body = typeof report === 'string' ? report : JSON.stringify(report);
  const answer = await site.get('/_health/views', { method: 'POST', headers: visitorHeaders(address), body }, server);
  await answer.body?.cancel();
  return answer.status;
}

/** Reports an outcome for one visitor's page view. */
async function sendReport(site: HostileSite, address: Address, release: string, outcome: string): Promise<number> {
  return send(site, { token: await takeToken(site, address), remote, release, outcome }, address);
}

interface Health {
  views: number;
  failures: number;
  networks: number;
}

async function healthOf(site: HostileSite, name = remote): Promise<Health> {
  const { remotes } = await site.release('status');
  // The cast is safe: it is the shape of the command's answer.
  const state = (remotes as { remote: string; health?: Health }[]).find((one) => one.remote === name);
  return state?.health ?? { views: 0, failures: 0, networks: 0 };
}

/** Makes a good new release live, which the guard watches, and rolls it back at the end. */
async function withNewRelease(
  site: HostileSite,
  attack: (id: string) => Promise<string | null>,
): Promise<string | null> {
  const before = await site.live(remote);
  const id = await site.publish({ remote });
  await site.release('activate', remote, id, '--reason', 'drill');
  await site.followed(remote, id);
  try {
    return await attack(id);
  } finally {
    if ((await site.live(remote)) !== before)
      await site.release('rollback', remote, '--to', before, '--reason', 'drill');
    await site.followed(remote, before);
  }
}

/** Sends sixty failures of these visitors, among the successes of sixty others. */
function floodFrom(addressOf: (report: number) => Address): Attack['run'] {
  return (site) =>
    withNewRelease(site, async (id) => {
      for (let visitor = 0; visitor < 60; visitor += 1) await sendReport(site, `198.18.${visitor}.7`, id, 'hydrated');
      for (let report = 0; report < 60; report += 1) await sendReport(site, addressOf(report), id, 'load');
      await sleep(guardTime);
      const { views, networks } = await healthOf(site);
      if (views < 50 || networks < 20) return `only ${views} views of ${networks} networks, so that nothing was judged`;
      return (await site.live(remote)) === id ? null : `${remote} ${id} was rolled back`;
    });
}

async function logIn(site: HostileSite, token: string, address: Address = '192.0.2.7', server: 0 | 1 = 0) {
  const answer = await postForm(site, '/_ops/login', { token }, { headers: visitorHeaders(address), server });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = answer.status === 303 ? await read(site, cookie, server) : '';
  return { status: answer.status, cookie, csrf: /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '' };
}

async function read(site: HostileSite, cookie: string, server: 0 | 1 = 0): Promise<string> {
  return (await site.get('/_ops', { headers: { cookie } }, server)).text();
}

interface Sent {
  headers?: Record<string, string>;
  server?: 0 | 1;
}

function postForm(
  site: HostileSite,
  to: string,
  fields: Record<string, string>,
  { headers = {}, server = 0 }: Sent = {},
) {
  const init = { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' } as const;
  return site.get(to, init, server);
}

interface Session {
  cookie: string;
  csrf: string;
}

async function rollBackAs(site: HostileSite, { cookie, csrf }: Session, name: string, sent: Sent = {}) {
  const { revision } = await site.release('status');
  const fields = { csrf, remote: name, reason: 'hostile', expect: String(revision), sure: 'yes' };
  return postForm(site, '/_ops/act/rollback', fields, { ...sent, headers: { cookie, ...sent.headers } });
}

/** Whether Anna can sign in at both servers; null if she can. */
async function annaIsOut(site: HostileSite, address: Address = '192.0.2.7'): Promise<string | null> {
  for (const server of [0, 1] as const) {
    const { status } = await logIn(site, staffToken, address, server);
    if (status !== 303) return `the right token of Anna is answered ${status}`;
  }
  return null;
}

export const visitorAttacks: readonly Attack[] = [
  {
    name: 'a visitor requests the files of a release that was never live',
    async run(site) {
      const id = await site.publish({ remote });
      for (const server of [0, 1] as const) {
        const { status } = await site.get(`/remotes/${remote}/${id}/browser/note.txt`, {}, server);
        if (status !== 404) return `it is answered ${status}`;
      }
      return null;
    },
  },
  { name: 'one address reports 60 failures', run: floodFrom(() => '203.0.113.7') },
  {
    name: 'one IPv6 /56 reports 60 failures, each from a /64 of its own',
    run: floodFrom((report) => `2001:db8:1:ff${report.toString(16).padStart(2, '0')}::1`),
  },
  {
    name: 'one IPv6 /48 reports 60 failures, each from a /56 of its own',
    run: floodFrom((report) => `2001:db8:1:${report.toString(16)}00::1`),
  },
  {
    name: 'one IPv4 /24 reports 60 failures, each from an address of its own',
    run: floodFrom((report) => `203.0.113.${report}`),
  },
  { name: '60 failures are reported through a proxy that sets no X-Forwarded-For', run: floodFrom(() => null) },
  {
    name: 'four rented hosts report failures as often as they can',
    run: floodFrom((report) => `203.0.${report % 4}.7`),
  },
  {
    name: 'forged, foreign, used and replayed tokens are sent from 60 networks',
    run: (site) =>
      withNewRelease(site, async (id) => {
        const good = await takeToken(site, '203.0.113.7');
        const [set = '', page = '', nonce = '', end = '', seal = ''] = good.split('~');
        const forged = (...fields: string[]) => [...fields, seal].join('~');
        // The format of tokens before their fields became plain text.
        const content = JSON.stringify({ set, remote: page, nonce, expires: 9e15 });
        const report = { token: good, remote, release: id, outcome: 'load' };
        if ((await send(site, report, '203.0.113.7')) !== 204) return 'the good report was refused';
        const bad = [
          good,
          forged(set, page, crypto.randomUUID(), end),
          forged(set, page, nonce, (9e12).toString(36)),
          forged(set, page, nonce, end, 'unrendered'),
          [set, page, nonce, end, 'x'.repeat(22)].join('~'),
          `${good}~${seal}`,
          `${Buffer.from(content).toString('base64url')}.${seal}`,
          '',
        ];
        for (let network = 0; network < 60; network += 1) {
          for (const token of bad) {
            const status = await send(site, { ...report, token }, `203.${network}.113.7`);
            if (status !== 400) return `the token ${token.slice(0, 40)} was answered ${status}`;
          }
        }
        await sleep(guardTime);
        const { failures } = await healthOf(site);
        return failures === 1 ? null : `${failures} failures were counted of one`;
      }),
  },
  {
    name: 'valid tokens are used against a release that is not live, and a remote that does not exist',
    async run(site) {
      const hidden = await site.publish({ remote });
      for (const about of [
        { remote, release: hidden },
        { remote: 'mf-none', release: hidden },
        { remote: '__proto__', release: '1.0.0-00000000' },
      ]) {
        const token = await takeToken(site, '203.0.113.7');
        const status = await send(site, { token, outcome: 'load', ...about }, '203.0.113.7');
        if (status !== 400) return `a report about ${about.remote} ${about.release} was answered ${status}`;
      }
      return null;
    },
  },
  {
    name: '1,200 invented paths below /agents are requested',
    async run(site) {
      const before = await healthOf(site, 'mf-agents');
      const ask = async () => (await site.get(`/agents/${crypto.randomUUID()}`)).body?.cancel();
      for (let round = 0; round < 24; round += 1) await Promise.all(Array.from({ length: 50 }, ask));
      await sleep(guardTime);
      const after = await healthOf(site, 'mf-agents');
      return JSON.stringify(after) === JSON.stringify(before) ? null : `they were counted: ${JSON.stringify(after)}`;
    },
  },
  {
    name: 'bots request 3,000 pages and hydrate 300, so that a failing release stays',
    fresh: true,
    run: (site) =>
      withNewRelease(site, async (id) => {
        const ask = async () => (await site.get(path, { headers: visitorHeaders('203.0.113.7') })).body?.cancel();
        for (let round = 0; round < 60; round += 1) await Promise.all(Array.from({ length: 50 }, ask));
        for (let view = 0; view < 300; view += 1) await sendReport(site, '203.0.113.7', id, 'hydrated');
        for (let visitor = 0; visitor < 60; visitor += 1) {
          await sendReport(site, `198.18.${visitor}.7`, id, visitor % 3 === 0 ? 'load' : 'hydrated');
        }
        await sleep(guardTime);
        return (await site.live(remote)) === id
          ? `${remote} ${id} stayed although a third of all networks saw it fail`
          : null;
      }),
  },
  {
    name: '1,000 failures and 500 invalid reports are sent to fill the log',
    run: (site) =>
      withNewRelease(site, async (id) => {
        const before = site.log.length;
        for (let report = 0; report < 1000; report += 1) await sendReport(site, '203.0.113.7', id, 'load');
        for (let report = 0; report < 500; report += 1)
          await send(site, `\n[shell] forged line ${report}\n`, '203.0.113.7');
        const giant = await send(site, 'x'.repeat(3_000_000), '203.0.113.7').catch(() => 0);
        if (giant === 204) return 'a report of 3 MB was taken';
        const written = site.log.slice(before);
        if (written.includes('forged line')) return 'a line was forged in the log';
        const lines = written.split('\n').length;
        return lines < 100 ? null : `${lines} lines were written into the log`;
      }),
  },
  {
    name: 'one /64 tries 45 wrong tokens at the staff page, and Anna is in it',
    async run(site) {
      for (let attempt = 0; attempt < 45; attempt += 1)
        await logIn(site, `wrong-${attempt}`, `2001:db8:0:7::${attempt}`);
      return (await annaIsOut(site, '2001:db8:0:7::99')) ?? annaIsOut(site);
    },
  },
  {
    name: 'wrong tokens come to the staff page from 300 networks, 50 at once',
    async run(site) {
      const before = site.log.length;
      for (let round = 0; round < 6; round += 1) {
        const networks = Array.from({ length: 50 }, (_, network) => `203.${round}.${network}.7`);
        await Promise.all(networks.map((address) => logIn(site, 'a-wrong-token-of-a-stranger', address)));
      }
      const lines = site.log.slice(before).split('\n').length;
      return lines < 100 ? annaIsOut(site) : `${lines} lines were written into the log`;
    },
  },
  {
    name: 'pages of other sites send 40 login forms in the browser of Anna, to lock her out',
    async run(site) {
      for (let attempt = 0; attempt < 40; attempt += 1) {
        const headers = { ...visitorHeaders('192.0.2.7'), origin: 'https://evil.example' };
        const { status } = await postForm(site, '/_ops/login', { token: 'wrong' }, { headers });
        if (status !== 403) return `a form of another site was answered ${status}`;
      }
      const { status } = await postForm(
        site,
        '/_ops/login',
        { token: 'wrong' },
        { headers: visitorHeaders('192.0.2.7') },
      );
      return status === 403 ? annaIsOut(site) : `they were counted against her: ${status}`;
    },
  },
  {
    name: 'the copy of a cookie is used after its owner has logged out, at both servers',
    async run(site) {
      const session = await logIn(site, staffToken);
      const before = (await site.release('status')).revision;
      await postForm(site, '/_ops/logout', { csrf: session.csrf }, { headers: { cookie: session.cookie } });
      for (const server of [0, 1] as const) {
        if ((await read(site, session.cookie, server)).includes('Log out'))
          return `server ${server} knows the session still`;
        const { status } = await rollBackAs(site, session, remote, { server });
        if (status !== 403) return `a rollback was answered ${status}`;
      }
      return (await site.release('status')).revision === before ? null : 'something was switched';
    },
  },
  {
    name: 'a page of another site posts a rollback with the cookie of Anna and her form token',
    run: (site) =>
      withNewRelease(site, async (id) => {
        const session = await logIn(site, staffToken);
        const { status } = await rollBackAs(site, session, remote, { headers: { origin: 'https://evil.example' } });
        if (status !== 403 || (await site.live(remote)) !== id) return `the rollback was answered ${status}`;
        return null;
      }),
  },
  {
    name: 'session cookies are forged: another name, another end, another seal, the token of a page view',
    async run(site) {
      const { cookie } = await logIn(site, staffToken);
      const [payload = '', seal = ''] = cookie.replace('staff=', '').split('.');
      const content = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const forge = (change: object) => Buffer.from(JSON.stringify({ ...content, ...change })).toString('base64url');
      const forged = [
        `${forge({ name: 'Ben' })}.${seal}`,
        `${forge({ expires: 9e15 })}.${seal}`,
        `${forge({ nonce: 'another' })}.${seal}`,
        `${payload}.${'A'.repeat(43)}`,
        `${payload}.`,
        await takeToken(site, null),
      ];
      for (const value of forged) {
        if ((await read(site, `staff=${value}`)).includes('Log out')) return `${value.slice(0, 60)} is a session`;
      }
      return null;
    },
  },
  {
    name: 'people with the role read, and the owner of another remote, post the rollback of mf-demos',
    async run(site) {
      await site.reset(staff);
      const id = await site.publish({ remote });
      await site.release('activate', remote, id, '--reason', 'drill');
      for (const token of [tokens.read, tokens.own]) {
        const session = await logIn(site, token);
        if (session.csrf === '') return `the token ${token} does not open the page`;
        if ((await read(site, session.cookie)).includes(`reason-${remote}`))
          return 'the page offers what the role may not do';
        for (const name of [remote, `${remote} `, `mf-agents+${remote}`]) {
          const { status } = await rollBackAs(site, session, name);
          if (status !== 403) return `the rollback of ${JSON.stringify(name)} was answered ${status}`;
        }
      }
      return (await site.live(remote)) === id ? null : `${remote} was rolled back`;
    },
  },
  {
    name: 'giant forms, and 60 that never end, are sent to the staff page',
    async run(site) {
      for (const size of [9000, 5_000_000, 50_000_000]) {
        const status = await postForm(site, '/_ops/login', { token: 'x'.repeat(size) }).then(
          (answer) => answer.status,
          () => 0,
        );
        if (![0, 413].includes(status)) return `a form of ${size} bytes was answered ${status}`;
      }
      const ending = new AbortController();
      const endless = () =>
        new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('token=')) });
      const hanging = Array.from({ length: 60 }, () => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const init = { method: 'POST', headers, body: endless(), duplex: 'half', signal: ending.signal } as RequestInit;
        return site.get('/_ops/login', init).catch(() => null);
      });
      const out = await annaIsOut(site);
      ending.abort();
      await Promise.all(hanging);
      return out;
    },
  },
  {
    name: 'lines are forged in the log by a reason, a remote and an address with line breaks',
    run: (site) =>
      withNewRelease(site, async () => {
        const before = site.log.length;
        const session = await logIn(site, staffToken);
        const { revision } = await site.release('status');
        const forged = 'x\n[shell] staff page: Ben (operate) rolled everything back';
        const headers = { cookie: session.cookie };
        const fields = { csrf: session.csrf, expect: String(revision) };
        await postForm(site, '/_ops/act/rollback', { ...fields, remote: forged, reason: 'x' }, { headers });
        await postForm(site, '/_ops/act/rollback', { ...fields, remote, reason: forged }, { headers });
        await postForm(site, '/_ops/login', { token: forged }, { headers: { 'x-forwarded-for': 'x [shell] forged' } });
        await sleep(500);
        return /^\[shell\] (staff page: Ben|forged)/m.test(site.log.slice(before)) ? 'a line was forged' : null;
      }),
  },
];
