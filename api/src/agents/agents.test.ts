import { describe, expect, it } from '@jest/globals';
import { agentSchema, publicAgentSchema } from 'kit/contracts/agent';
import { problemOf, sharedApi } from '../../testing/start-test-api.ts';

describe('the look-ups of agents', () => {
  const api = sharedApi();

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

describe('a look-up of a code that finds nothing', () => {
  const api = sharedApi({ rateLimits: true });

  it('says what is left after its price', async () => {
    const leftAfter = async (code: string) =>
      (await api.get(`/api/ai-agents/by-code/${code}`)).headers.get('X-RateLimit-Remaining');
    expect(await leftAfter('DEMO-ACTIVE')).toBe('119');
    expect(await leftAfter('GUESS')).toBe('108');
    expect(await leftAfter('DEMO-ACTIVE')).toBe('107');
    for (let guess = 0; guess < 9; guess++) await leftAfter('GUESS');
    expect(await leftAfter('GUESS')).toBe('0');
    expect((await api.get('/api/ai-agents/by-code/DEMO-ACTIVE')).status).toBe(429);
  });
});
