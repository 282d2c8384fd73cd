import { describe, expect, it } from '@jest/globals';
import { type Counter, Histogram, Registry } from 'prom-client';
import { RequestTimes } from './request-times.ts';

describe('the times of requests', () => {
  it('are told in the words of a histogram of prom-client', async () => {
    const [ours, theirs] = [new Registry(), new Registry()];
    const times = new RequestTimes();
    ours.registerMetric(times as unknown as Counter);
    const histogram = new Histogram({
      name: times.name,
      help: times.help,
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 3],
      registers: [theirs],
    });
    for (const seconds of [0, 0.005, 0.0051, 0.3, 3, 3.5, 60]) {
      for (const status of [200, 503]) {
        times.observe('GET', '/api/ai-agents/by-code/:code', status, seconds);
        histogram.observe({ method: 'GET', route: '/api/ai-agents/by-code/:code', status }, seconds);
      }
    }
    expect(await ours.metrics()).toBe(await theirs.metrics());
  });
});
