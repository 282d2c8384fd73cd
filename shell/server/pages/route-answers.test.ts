import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type RouteMeta, routeMetaSchema } from 'kit/contracts/release';
import type { RouteAnswer } from 'kit/contracts/route-data';
import { RouteAnswers } from './route-answers.ts';

const policy = { offeredData: ['/api/ai-agents/by-name/:agentName'] };
const route = { path: '/agents/:agentName', data: '/api/ai-agents/by-name/:agentName' } as RouteMeta; // only these members are read

let asked: string[];
let answer: RouteAnswer | null;
const ask = async (path: string) => {
  asked.push(path);
  return answer;
};

beforeEach(() => {
  asked = [];
  answer = { status: 200, body: { businessName: 'Acme' } };
});

describe('answers for routes', () => {
  it('are asked for once by all who come within a moment, and anew after it', async () => {
    const answers = new RouteAnswers({ policy, ask, ttl: { answered: 100, unanswered: 100 } });
    const [first, second] = await Promise.all([
      answers.find(route, '/agents/acme'),
      answers.find(route, '/agents/acme'),
    ]);
    expect(first).toEqual({ answer, name: expect.any(String) });
    expect(second).toBe(first);
    await answers.find(route, '/agents/acme');
    expect(asked).toEqual(['/api/ai-agents/by-name/acme']);
    await sleep(150);
    answer = { status: 404 };
    const later = await answers.find(route, '/agents/acme');
    expect(later?.answer).toEqual({ status: 404 });
    expect(later?.name).not.toBe(first?.name);
  });

  it('that do not come are waited for by nobody else for a moment', async () => {
    answer = null;
    const answers = new RouteAnswers({ policy, ask, ttl: { answered: 60_000, unanswered: 100 } });
    expect(await answers.find(route, '/agents/acme')).toBeNull();
    expect(await answers.find(route, '/agents/acme')).toBeNull();
    expect(asked).toHaveLength(1);
    await sleep(150);
    await answers.find(route, '/agents/acme');
    expect(asked).toHaveLength(2);
  });

  it('are kept for a bounded number of addresses', async () => {
    const answers = new RouteAnswers({ policy, ask, ttl: { answered: 60_000, unanswered: 60_000 } });
    for (let n = 0; n < 600; n += 1) await answers.find(route, `/agents/made-up-${n}`);
    await answers.find(route, '/agents/made-up-599');
    expect(asked).toHaveLength(600);
    await answers.find(route, '/agents/made-up-0');
    expect(asked).toHaveLength(601);
  });

  it.each([
    ['/agents/acme%20co', '/api/ai-agents/by-name/acme%20co'],
    ['/agents/a%3Fb%23c%26d', '/api/ai-agents/by-name/a%3Fb%23c%26d'],
    ['/agents/%252e%252e', '/api/ai-agents/by-name/%252e%252e'],
    ['/agents/a;b@c:80', '/api/ai-agents/by-name/a%3Bb%40c%3A80'],
    ['/agents/%0d%0aHost:x', '/api/ai-agents/by-name/%0D%0AHost%3Ax'],
  ])('of %s come from %s', async (address, path) => {
    await new RouteAnswers({ policy, ask }).find(route, address);
    expect(asked).toEqual([path]);
  });

  it.each(['/agents/%2e%2e', '/agents/..', '/agents/.', '/agents/%zz', `/agents/${'x'.repeat(2000)}`])(
    "of %s are the browser's to ask for",
    async (address) => {
      expect(await new RouteAnswers({ policy, ask }).find(route, address)).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  it.each([
    '/agents/a%2Fb',
    '/agents/%2e%2e%2fby-code%2fDEMO-ACTIVE',
    '/agents/..%2f..%2fmetrics',
    '/agents/..%5c..%5cmetrics',
    '/agents/a%00b',
  ])(
    'of %s, which may be the path of something else, are that it is missing, and the API is not asked',
    async (address) => {
      const found = await new RouteAnswers({ policy, ask }).find(route, address);
      expect(found).toEqual({ answer: { status: 404 }, name: expect.any(String) });
      answer = { status: 404 };
      // All missing names share one page.
      expect(found).toEqual(await new RouteAnswers({ policy, ask }).find(route, '/agents/nobody'));
      expect(asked).toEqual(['/api/ai-agents/by-name/nobody']);
    },
  );

  it.each([
    '/api/metrics',
    '/api/ai-agents/by-code/:agentName',
    '/api/ai-agents/by-name',
    '/api/ai-agents/by-name/:other',
    '/api/ai-agents/by-name/demo-agent',
    '/api/ai-agents/by-name/:agentName/feedback',
  ])('that the site does not offer, %s, are asked for by nobody, whatever a record says', async (data) => {
    expect(routeMetaSchema.safeParse({ ...described, data }).success).toBe(true);
    expect(await new RouteAnswers({ policy, ask }).find({ ...route, data }, '/agents/acme')).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each([
    'http://192.168.1.1/metrics',
    'http://jobs.example/openings',
    'ftp://jobs.example/openings',
    'wss://jobs.example/openings',
    'https://jobs.example',
    'https://jobs.example/',
    'https://Jobs.example/openings',
    'https://user:secret@jobs.example/openings',
    'https://:host/openings',
    'https://jobs.example/../openings',
    'https://jobs.example/%2e%2e/openings',
    'https://jobs.example/openings/:slug/..',
    'https://jobs.example/openings?:slug=1',
    'https://jobs.example/openings?a',
    'https://jobs.example/openings#a',
    'https://jobs.example\\@evil.example/openings',
    '//evil.example/api/x',
    '/_ops',
    '/api/../_ops',
    '/api/%2e%2e/_ops',
    '/api/ai-agents/by-name/:agentName?x=1',
    '/api/ai-agents/by-name/:agentName#x',
    '/api/ai-agents//:agentName',
    '/api/ai-agents/by-name/:agentName\r\nX-Evil: 1',
    '/API/ai-agents/by-name/:agentName',
  ])('cannot even be named as %j in a record', (data) => {
    expect(routeMetaSchema.safeParse({ ...described, data }).success).toBe(false);
  });
});

describe('answers of a back end of the squad', () => {
  const own = { path: '/jobs/:slug', data: 'https://jobs.example/openings/:slug?in=:slug' } as RouteMeta; // as above
  const origins = { connect: ['https://jobs.example'] };
  let keepFor: number;
  const askBackEnd = async (address: string) => {
    asked.push(address);
    return answer && { answer, keepFor };
  };
  const build = () => new RouteAnswers({ policy, ask, askBackEnd, ttl: { answered: 60_000, unanswered: 100 } });

  beforeEach(() => {
    keepFor = 0;
  });

  it('come from its address with the parameters encoded, shared by those who ask at once, and asked for anew after it', async () => {
    const answers = build();
    const [first, second] = await Promise.all([
      answers.find(own, '/jobs/a%3Fb%26c', origins),
      answers.find(own, '/jobs/a%3Fb%26c', origins),
    ]);
    expect(second).toBe(first);
    expect(first?.answer).toEqual(answer);
    const address = 'https://jobs.example/openings/a%3Fb%26c?in=a%3Fb%26c';
    expect(asked).toEqual([address]);
    await answers.find(own, '/jobs/a%3Fb%26c', origins);
    expect(asked).toEqual([address, address]);
  });

  it('hold for as long as it says, and none of them holds for long', async () => {
    const answers = build();
    keepFor = 100;
    await answers.find(own, '/jobs/engineer', origins);
    await answers.find(own, '/jobs/engineer', origins);
    expect(asked).toHaveLength(1);
    await sleep(150);
    answer = null;
    await answers.find(own, '/jobs/engineer', origins);
    await answers.find(own, '/jobs/engineer', origins);
    expect(asked).toHaveLength(2);
    await sleep(150);
    await answers.find(own, '/jobs/engineer', origins);
    expect(asked).toHaveLength(3);
  });

  it('take a bounded amount of memory', async () => {
    const answers = build();
    keepFor = 60_000;
    answer = { status: 200, body: 'x'.repeat(250_000) };
    for (let n = 0; n < 70; n += 1) await answers.find(own, `/jobs/made-up-${n}`, origins);
    await answers.find(own, '/jobs/made-up-69', origins);
    expect(asked).toHaveLength(70);
    await answers.find(own, '/jobs/made-up-0', origins);
    expect(asked).toHaveLength(71);
  });

  it.each<[string, Partial<RouteMeta>, string, object | undefined]>([
    ['of a release that declares no origin', {}, '/jobs/engineer', undefined],
    ['of a release that declares another origin', {}, '/jobs/engineer', { connect: ['https://jobs.example:8443'] }],
    ['of an origin for frames', {}, '/jobs/engineer', { frame: ['https://jobs.example'] }],
    ['with a parameter that the path lacks', { data: 'https://jobs.example/:other' }, '/jobs/engineer', origins],
    ['with another folder', {}, '/jobs/%2e%2e', origins],
    ['with a slash', {}, '/jobs/a%2fb', origins],
  ])('are not asked for %s', async (_, meta, pathname, declared) => {
    expect(routeMetaSchema.safeParse({ ...described, ...own, ...meta }).success).toBe(true);
    expect(await build().find({ ...own, ...meta }, pathname, declared)).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each([
    'https://jobs.example/openings',
    'https://jobs.example:8443/v1.2/Openings_all/:slug',
    'https://jobs.example/openings?lang=en&slug=:slug&fields=a,b',
    'http://localhost:4000/openings/:slug',
  ])('can be named as %s', (data) => {
    expect(routeMetaSchema.safeParse({ ...described, ...own, data }).success).toBe(true);
  });
});

const described = { ...route, title: 'Agent', description: 'An agent.', chunk: 'page-agent' };
