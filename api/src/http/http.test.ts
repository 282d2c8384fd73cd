import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { agentSchema, publicAgentSchema } from 'kit/contracts/agent';
import { intakeKind } from 'kit/contracts/exotic-car-intake';
import type { FieldDefinitions } from 'kit/contracts/form-definition';
import { problemContentType, problemSchema } from 'kit/contracts/problem';
import { askOffice } from '../../testing/ask-office.ts';
import { buildLead } from '../../testing/build-forms.ts';
import { buildSettings } from '../../testing/build-settings.ts';
import { firstListing } from '../../testing/first-listing.ts';
import { problemOf, sharedApi, startTestApi, type TestApi } from '../../testing/start-test-api.ts';
import { DatabaseUnavailableError } from '../database/connection.ts';
import { Database } from '../database/database.ts';
import { freePort } from '../database/embedded/server.ts';
import { Metrics, MetricsServer } from '../health/metrics.ts';
import { RateLimitStore } from '../limits/rate-limits.ts';
import { presentProblem } from '../problems/problem-error.ts';
import type { Settings } from '../settings/settings.ts';

function largestOf(fields: FieldDefinitions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (field.type === 'groups') return [name, Array(field.max).fill(largestOf(field.fields))];
      if (field.type === 'group') return [name, largestOf(field.fields)];
      if (field.type === 'texts') return [name, Array(field.max).fill(field.example[0])];
      return [name, field.type === 'choices' ? field.choices : field.example];
    }),
  );
}

const api = sharedApi();

describe('what goes wrong before a form is looked at', () => {
  /** The answer to bytes that fetch would not send. */
  const answerTo = async (request: string): Promise<string> => {
    const { port, hostname } = new URL(api.url);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return String(answer);
  };

  const json = { 'Content-Type': 'application/json' };
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  const cases: [string, number, RegExp, string | Buffer, Record<string, string>][] = [
    ['a body over the limit', 413, /at most 100 kB/, JSON.stringify({ name: 'x'.repeat(200_000) }), json],
    [
      'a body that is no JSON by its type',
      415,
      /JSON/,
      'name=Ada',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ],
    ['another character set', 415, /UTF-8/, '{}', { 'Content-Type': 'application/json; charset=latin1' }],
    ['a compressed body', 415, /without compression/, '{}', { ...json, 'Content-Encoding': 'gzip' }],
    ['10,000 nested arrays', 400, /nested too deeply/, `{"name":${deep(10_000)}}`, json],
    [
      'more fields than any form of this size has',
      400,
      /too many fields/,
      JSON.stringify(Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`f${i}`, 1]))),
      json,
    ],
    ['malformed JSON', 400, /^The request is not valid JSON\.$/, '{"name":', json],
    ['an empty body', 400, /is empty/, '', json],
    ['a list instead of an object', 400, /must be a JSON object/, '[]', json],
    ['bytes that are not UTF-8', 400, /UTF-8/, Buffer.from([0x7b, 0xff, 0x7d]), json],
  ];

  it.each(cases)('%s is refused in our own words', async (_name, status, message, body, headers) => {
    const response = await fetch(`${api.url}/api/leads`, { method: 'POST', headers, body: Buffer.from(body) });
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toContain(problemContentType);
    const problem = await problemOf(response);
    expect(problemSchema.parse(problem)).toEqual(problem);
    expect(problem.message).toMatch(message);
  });

  it.each([
    ['/nope', 404],
    ['/api/nope', 404],
    ['/api/ai-agents/by-name/%zz', 400],
    ['/%zz', 404],
    ['/api/assets/..%2fpackage.json', 404],
    ['/api/assets/.env', 404],
  ])('GET %s is answered %i as a problem document', async (path, status) => {
    const response = await api.get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toContain(problemContentType);
    expect(problemSchema.safeParse(await response.json()).success).toBe(true);
  });

  it.each([
    ['PUT', '/api/leads', 'OPTIONS, POST'],
    ['GET', '/api/leads', 'OPTIONS, POST'],
    ['HEAD', '/api/contact-support', 'OPTIONS, POST'],
    ['DELETE', '/api/agents/demo-agent/feedback', 'OPTIONS, POST'],
    ['POST', '/api/ai-agents/by-code/DEMO-ACTIVE', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/health/live/?a=b', 'GET, HEAD, OPTIONS'],
  ])('%s %s is answered 405 with the methods that are taken', async (method, path, allow) => {
    const response = await fetch(api.url + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(allow);
    if (method === 'HEAD') return;
    expect(problemSchema.parse(await response.json())).toMatchObject({
      title: 'Method Not Allowed',
      message: `This address does not take ${method}; it takes ${allow}.`,
    });
  });

  it('tells the methods of an address to OPTIONS, answers HEAD like GET, and leaves what is unknown not found', async () => {
    const ask = async (method: string, path: string) => {
      const { status, headers } = await fetch(api.url + path, { method });
      return [status, headers.get('Allow')];
    };
    expect(await ask('OPTIONS', '/api/leads')).toEqual([204, 'OPTIONS, POST']);
    expect(await ask('HEAD', '/api/health/live')).toEqual([200, null]);
    for (const method of ['OPTIONS', 'PUT', 'POST']) expect(await ask(method, '/api/nope')).toEqual([404, null]);
    expect(await ask('POST', '/nope')).toEqual([404, null]);
    expect(await ask('POST', '/api/ai-agents/by-name/%zz')).toEqual([400, null]);
  });

  it.each(['a\u0000b', 'a\ud800b', '\u0007bell'])(
    'the characters of %j are refused with the field named',
    async (name) => {
      const response = await api.post('/api/leads', buildLead({ name }));
      expect(response.status).toBe(400);
      expect((await problemOf(response)).errors).toEqual([
        { field: 'name', message: expect.stringMatching(/cannot be printed/) },
      ]);
    },
  );

  it('an intake may be larger than another form, up to 256 kB', async () => {
    const body = (bytes: number) => ({ additionalNotes: 'x'.repeat(bytes) });
    expect((await api.post('/api/exotic-car-intake', body(150_000))).status).toBe(400);
    expect((await api.post('/api/exotic-car-intake', body(300_000))).status).toBe(413);
  });

  it.each(['/', '?a=b'])('an intake may be as large at its address with %s at the end', async (end) => {
    const body = { additionalNotes: 'x'.repeat(150_000) };
    expect((await api.post(`/api/exotic-car-intake${end}`, body)).status).toBe(400);
    expect((await api.post(`/API/Exotic-Car-Intake${end}`, body)).status).toBe(400);
  });

  it('an intake may have every field with as many entries as it takes', async () => {
    const largest = largestOf(intakeKind.fields);
    expect((await api.post('/api/exotic-car-intake', { ...largest, isTest: true })).status).toBe(201);
    const more = await api.post('/api/exotic-car-intake', { ...largest, more: Array(100).fill('x') });
    expect((await problemOf(more)).message).toBe('The request has too many fields.');
  });

  it.each(['__proto__', 'constructor', 'toString'])('%s is named as a field that is not known', async (name) => {
    const refused = async (body: string) => {
      const response = await api.post('/api/leads', body);
      expect(response.status).toBe(400);
      return (await problemOf(response)).errors;
    };
    const message = `"${name}" is not known here.`;
    expect(await refused(`{"${name}": 1}`)).toEqual([{ field: name, message }]);
    expect(await refused(`{"certificates": {"${name}": 1}}`)).toEqual([{ field: `certificates.${name}`, message }]);
  });

  it.each(['charset=utf8', 'charset="UTF-8"', 'charset=utf-8; charset=latin1', 'charset', 'x="'])(
    'JSON with the parameter %s is taken as UTF-8',
    async (parameter) => {
      const type = { 'Content-Type': `application/json; ${parameter}` };
      expect((await api.post('/api/leads', buildLead(), type)).status).toBe(201);
    },
  );

  it('a post with cookies from another site is refused, and one from our own page is not', async () => {
    const cookie = { Cookie: 'a=b' };
    const send = (headers: Record<string, string>) => api.post('/api/leads', buildLead(), { ...cookie, ...headers });
    expect((await send({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await send({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ Origin: 'http://localhost:3000' })).status).toBe(201);
    expect((await send({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201);
    expect((await send({})).status).toBe(201);
  });

  it("every answer, errors too, carries helmet's headers, and only the docs page may load anything", async () => {
    const policyOf = async (path: string) => (await api.get(path)).headers.get('Content-Security-Policy');
    expect(await policyOf('/api')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(await policyOf('/api/nope')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(await policyOf('/api/docs')).toContain("script-src 'self';");
    expect((await api.get('/api')).headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect((await api.get('/api')).headers.get('X-Powered-By')).toBeNull();
  });

  it('other sites get no CORS headers', async () => {
    const response = await api.get('/api', { Origin: 'https://evil.example' });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it.each(['GET /api HTTP/1.1', 'HEAD /api HTTP/1.1', 'GET /api HTTP/1.0'])('%s is told the length', async (line) => {
    const whole = await (await api.get('/api')).text();
    const [head = '', body] = (await answerTo(`${line}\r\nHost: ${new URL(api.url).host}\r\n\r\n`)).split('\r\n\r\n');
    expect(head.match(/^Content-Length: .*$/gm)).toEqual([`Content-Length: ${Buffer.byteLength(whole)}`]);
    expect(body).toBe(line.startsWith('HEAD') ? '' : whole);
  });

  it('takes no inquiry where the local forms stay local', async () => {
    const inquiry = { form: 'free-sample', fields: { fullName: 'Ada Lovelace' } };
    expect((await api.post('/api/inquiries', inquiry)).status).toBe(404);
    const { rows } = await api.database.client.query(`select from submissions where kind = 'inquiry'`);
    expect(rows).toEqual([]);
  });

  it('lets nobody ask for the inbox where no key is set', async () => {
    expect((await askOffice(api, firstListing)).status).toBe(404);
  });

  it('keeps the request id of the shell server', async () => {
    const response = await api.get('/api', { 'X-Request-Id': 'from-the-shell-1' });
    expect(response.headers.get('X-Request-Id')).toBe('from-the-shell-1');
  });

  it('serves an image that we ship, and metrics to who asks directly only', async () => {
    const image = await api.get('/api/assets/agent-profile.svg');
    expect(image.status).toBe(200);
    expect(image.headers.get('Content-Type')).toContain('image/svg+xml');
    expect(await (await api.get('/api/metrics')).text()).toContain('http_request_duration_seconds_bucket');
    expect((await api.get('/api/metrics', { 'X-Forwarded-For': '203.0.113.1' })).status).toBe(404);
  });

  it.each<[number, Record<string, string>, RegExp]>([
    [412, { 'If-Match': '"another"' }, /has changed/],
    [416, { Range: 'bytes=90000-' }, /no such part/],
  ])('answers %i to a file that is asked for with %j, in words that fit', async (status, headers, words) => {
    const response = await api.get('/api/assets/agent-profile.svg', headers);
    expect(response.status).toBe(status);
    expect((await problemOf(response)).message).toMatch(words);
  });

  it('serves metrics at a port of their own when there is one, and there alone', async () => {
    const metricsPort = await freePort();
    const other = await startTestApi({ metricsPort }, { beside: api });
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${metricsPort}${path}`, { headers: { 'X-Forwarded-For': 'a' } });
    const given = await ask('/metrics');
    expect(given.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await given.text()).toContain('deliveries_undelivered{state="waiting"}');
    expect((await ask('/api/leads')).status).toBe(404);
    expect((await other.get('/api/metrics')).status).toBe(404);
    const startWith = (settings: Partial<Settings>) =>
      new MetricsServer(other.app.get(Metrics), buildSettings({ metricsPort, ...settings })).onApplicationBootstrap();
    await expect(startWith({})).rejects.toThrow(/^METRICS_PORT: port \d+ .* is taken by another program/);
    await expect(startWith({ metricsHost: '192.0.2.1' })).rejects.toThrow(
      'METRICS_PORT: 192.0.2.1 is not an address of this machine.',
    );
    await other.stop();
    await expect(ask('/metrics')).rejects.toThrow();
  });

  it.each(['Content-Length: 5000000', 'Transfer-Encoding: chunked'])(
    'who still sends a body over the limit (%s) gets the answer, and no broken connection',
    async (framing) => {
      const { port, hostname } = new URL(api.url);
      const part = Buffer.alloc(50_000, ' ');
      const sent = framing.startsWith('T') ? Buffer.concat([Buffer.from('c350\r\n'), part, Buffer.from('\r\n')]) : part;
      const socket = connect(Number(port), hostname);
      const answer = new Promise<string>((resolve, reject) => {
        socket.once('error', reject);
        socket.once('data', (data) => resolve(String(data)));
      });
      socket.write(`POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`);
      for (let parts = 0; parts < 100; parts++) {
        await new Promise<void>((resolve, reject) =>
          socket.write(sent, (error) => (error ? reject(error) : resolve())),
        );
      }
      expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
    },
  );

  it('answers a post without any length, which has no body, at once', async () => {
    const answer = await answerTo('POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*The request is empty/s);
  });

  it.each([
    [400, 'what is no HTTP', 'NOT HTTP\r\n\r\n'],
    [431, 'headers of 20 kB', `GET /api HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('answers %i to %s, as a problem document with the headers of every answer', async (status, _name, request) => {
    const [head = '', body = ''] = (await answerTo(request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toContain(`Content-Type: ${problemContentType}\r\n`);
    expect(head).toContain('X-Content-Type-Options: nosniff');
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}\r\n`);
    expect(problemSchema.parse(JSON.parse(body))).toMatchObject({ status, message: expect.stringMatching(/\.$/) });
  });
});

describe('the look-ups of agents', () => {
  it('gives the public part of an agent by name, never its code', async () => {
    const response = await api.get('/api/ai-agents/by-name/demo-agent');
    expect(response.status).toBe(200);
    const agent = await response.json();
    expect(publicAgentSchema.parse(agent)).toEqual(agent);
    expect(JSON.stringify(agent)).not.toContain('DEMO-ACTIVE');
  });

  it('finds an agent by a code in any case and with spaces around it', async () => {
    const response = await api.get(`/api/ai-agents/by-code/${encodeURIComponent('  demo-active ')}`);
    expect(response.status).toBe(200);
    expect(agentSchema.parse(await response.json())).toMatchObject({
      agentName: 'demo-agent',
      agentCode: 'DEMO-ACTIVE',
    });
  });

  it.each(['by-name/retired-agent', 'by-code/DEMO-OFF', 'by-name/nobody', 'by-code/NONE', 'by-code/%00'])(
    'does not find %s: it was deactivated or never was',
    async (path) => {
      const response = await api.get(`/api/ai-agents/${path}`);
      expect(response.status).toBe(404);
      expect((await problemOf(response)).message).toMatch(/^(Agent code not found|This agent does not exist)/);
    },
  );

  it('asks for a code when the code is blank', async () => {
    const response = await api.get('/api/ai-agents/by-code/%20');
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({
      message: 'Please enter your agent code',
      errors: [{ field: 'code', message: 'Please enter your agent code' }],
    });
  });
});

describe('the limits', () => {
  const limited = sharedApi({ rateLimits: true, allowedOrigins: ['https://partner.example'] }, { beside: api });

  const from = (ip: string) => ({ 'X-Forwarded-For': ip });

  it('let 120 posts a minute of one network through and tell the 121st when to come back', async () => {
    const first = await limited.post('/api/leads', {}, from('203.0.113.250'));
    expect(first.headers.get('X-RateLimit-Remaining')).toBe('119');
    await limited.database.client.query(`update rate_limits set spent = 105 where client = 'posts of 203.0.113'`);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, number) => limited.post('/api/leads', {}, from(`203.0.113.${number}`))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(15).fill(400), 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused?.headers.get('X-RateLimit-Limit')).toBe('120');
    expect((await limited.post('/api/leads', {}, from('203.0.114.6'))).status).toBe(400);
  });

  it('stop somebody who guesses codes after a dozen misses, and not somebody who knows one', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 14; guess++) {
      statuses.push((await limited.get(`/api/ai-agents/by-code/GUESS-${guess}`, from('2001:db8::1'))).status);
    }
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(12);
    expect(statuses.at(-1)).toBe(429);
    // A provider gives one customer 65,536 of these networks, and proxies write them in different forms.
    for (const other of ['2001:db8::2', '2001:db8:0:1::2', '2001:0DB8:0000:ffff::1']) {
      expect((await limited.get('/api/ai-agents/by-code/DEMO-ACTIVE', from(other))).status).toBe(429);
    }
    expect((await limited.get('/api/ai-agents/by-code/DEMO-ACTIVE', from('2001:db8:1::2'))).status).toBe(200);
  });

  it('take a dozen for a look-up of a code that finds nothing, and say what is left', async () => {
    const leftAfter = async (code: string) =>
      (await limited.get(`/api/ai-agents/by-code/${code}`, from('198.51.100.3'))).headers.get('X-RateLimit-Remaining');
    const left = [await leftAfter('DEMO-ACTIVE'), await leftAfter('GUESS'), await leftAfter('DEMO-ACTIVE')];
    expect(left).toEqual(['119', '108', '107']);
  });

  it('know the look-up of a code in whatever case its address is written', async () => {
    const response = await limited.get('/API/Ai-Agents/By-Code/DEMO-ACTIVE', from('203.0.113.7'));
    expect(response.status).toBe(200);
    expect(response.headers.get('X-RateLimit-Limit')).toBe('120');
  });

  it('hold for all processes together, for posts as for guesses', async () => {
    const other = await startTestApi({ rateLimits: true }, { beside: api });
    const posted = async ({ post }: TestApi) =>
      (await post('/api/leads', {}, from('192.0.2.9'))).headers.get('X-RateLimit-Remaining');
    expect([await posted(limited), await posted(other), await posted(limited)]).toEqual(['119', '118', '117']);
    const guess = async ({ get }: TestApi, code: string) =>
      (await get(`/api/ai-agents/by-code/${code}`, from('203.0.113.8'))).status;
    for (let tries = 0; tries < 11; tries++) await guess(limited, `GUESS-${tries}`);
    expect([await guess(other, 'MORE'), await guess(other, 'DEMO-ACTIVE')]).toEqual([429, 429]);
    await other.stop();
  });

  it('refuse before a body is read, and in the words of every problem', async () => {
    await limited.database.client.query(
      `insert into rate_limits (client, spent, ends_at) values ('posts of 198.51.100', 121, now() + interval '1 minute')`,
    );
    const response = await limited.post('/api/leads', 'no JSON', from('198.51.100.1'));
    expect(response.status).toBe(429);
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('0');
    expect(response.headers.get('X-RateLimit-Reset')).toBe(response.headers.get('Retry-After'));
    expect(problemSchema.parse(await response.json())).toMatchObject({
      message: 'Too many requests. Please wait a little and try again.',
    });
  });

  it('let a site in that the allow-list names exactly', async () => {
    const preflight = await fetch(`${limited.url}/api/leads`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://partner.example' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('https://partner.example');
    const other = await limited.get('/api', { Origin: 'https://partner.example.evil.example' });
    expect(other.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('what clients have spent', () => {
  /** A process of its own, because a process remembers who is blocked. */
  const buildStore = () => new RateLimitStore(api.app.get(Database));
  let store: RateLimitStore;
  beforeEach(async () => {
    store = buildStore();
    await api.database.client.query('delete from rate_limits');
  });

  const take = () => store.increment('a', 60_000, 100);
  const takeElsewhere = () => buildStore().increment('a', 60_000, 100);
  const pass = (seconds: number) =>
    api.database.client.query("update rate_limits set ends_at = ends_at - $1 * interval '1 second'", [seconds]);

  it('is as much as the limit in a minute, and again in the next', async () => {
    const taken = await Promise.all(Array.from({ length: 102 }, takeElsewhere));
    expect(taken.filter(({ isBlocked }) => !isBlocked)).toHaveLength(100);
    expect(await store.increment('b', 60_000, 100)).toMatchObject({ totalHits: 1, isBlocked: false, timeToExpire: 60 });
    await pass(60);
    expect(await takeElsewhere()).toMatchObject({ totalHits: 1, timeToExpire: 60 });
  });

  it('keeps out who was charged more than a minute holds until that is paid off', async () => {
    await store.charge('a', 350, 100);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: true, timeToBlockExpire: 180 });
    await pass(60);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: true, timeToBlockExpire: 120 });
    await pass(120);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: false, totalHits: 49 });
  });

  it('keeps nobody out for longer than ten minutes', async () => {
    await store.charge('a', 350, 100);
    await store.charge('a', 1_000_000, 100);
    expect((await takeElsewhere()).timeToBlockExpire).toBeLessThanOrEqual(600);
    await pass(600);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: false });
  });

  it('keeps nobody out because the clock of the database was set back', async () => {
    await store.charge('a', 150, 100);
    await pass(-3600);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: false, totalHits: 50, timeToExpire: 60 });
  });

  it('goes on in a window that another process began a moment later', async () => {
    await store.increment('a', 60_000, 100);
    await pass(-1);
    expect(await takeElsewhere()).toMatchObject({ totalHits: 2, timeToExpire: 60 });
  });

  it('refuses one request of a small quota for a minute and no longer', async () => {
    await store.increment('small', 60_000, 1);
    expect(await store.increment('small', 60_000, 1)).toMatchObject({ isBlocked: true, timeToBlockExpire: 60 });
  });

  it('asks the database no more of whom it keeps out', async () => {
    await store.charge('a', 100, 100);
    expect((await take()).isBlocked).toBe(true);
    await api.database.client.query('delete from rate_limits');
    expect((await take()).isBlocked).toBe(true);
    expect((await takeElsewhere()).isBlocked).toBe(false);
  });
});

describe('the problem of what was thrown', () => {
  it('asks to come back when the database does not answer', () => {
    const { problem, headers } = presentProblem(new DatabaseUnavailableError(new Error('10.0.0.7 refused')), 'id');
    expect(problem).toMatchObject({ status: 503, title: 'Service Unavailable', requestId: 'id' });
    expect(JSON.stringify(problem)).not.toContain('10.0.0.7');
    expect(headers).toEqual({ 'Retry-After': '5' });
  });

  it('says nothing of an error that is not ours, and believes it only that the client is to blame', () => {
    const statusOf = (error: unknown) => presentProblem(error, 'id').problem.status;
    expect(statusOf(Object.assign(new Error('secret'), { status: 418 }))).toBe(418);
    expect(statusOf(Object.assign(new Error('secret'), { status: 302 }))).toBe(500);
    const { message } = presentProblem(Object.assign(new Error('secret'), { status: 418 }), 'id').problem;
    expect(message).toBe('The request could not be understood.');
    expect(presentProblem(new Error('secret'), 'id').problem.message).not.toContain('secret');
  });
});
