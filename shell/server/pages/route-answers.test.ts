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

  it.each([
    '/agents/%2e%2e',
    '/agents/..',
    '/agents/.',
    '/agents/%2e%2e%2fby-code%2fDEMO-ACTIVE',
    '/agents/..%2f..%2fmetrics',
    '/agents/..%5c..%5cmetrics',
    '/agents/a%00b',
    '/agents/%zz',
    `/agents/${'x'.repeat(2000)}`,
  ])("of %s are the browser's to ask for", async (address) => {
    expect(await new RouteAnswers({ policy, ask }).find(route, address)).toBeNull();
    expect(asked).toEqual([]);
  });

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
    'http://127.0.0.1:9100/metrics',
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

const described = { ...route, title: 'Agent', description: 'An agent.', chunk: 'page-agent' };
