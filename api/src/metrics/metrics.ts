import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '../database/database.ts';
import { isHeld } from '../submissions/stored-form.ts';

const backlog = `
    select count(*) filter (where dead_at is null)::int as waiting, count(*) filter (where dead_at is not null)::int as dead
    from deliveries where delivered_at is null`;

const held = `select count(*)::int as forms from submissions where ${isHeld}`;

/** Metrics for Prometheus: requests by route and status, submissions by kind, pending and failed deliveries. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 3],
    registers: [this.registry],
  });
  private readonly submissions = new Counter({
    name: 'submissions_total',
    help: 'Forms that were kept, without replays.',
    labelNames: ['kind', 'quarantined'],
    registers: [this.registry],
  });

  constructor(database: Database) {
    collectDefaultMetrics({ register: this.registry });
    const gauge = new Gauge({
      name: 'deliveries_undelivered',
      help: 'Deliveries that wait, and those that were given up.',
      labelNames: ['state'],
      registers: [this.registry],
      collect: async () => {
        const [row] = await database.run<{ waiting: number; dead: number }>(backlog, []).catch(() => []);
        gauge.reset();
        if (row) for (const state of ['waiting', 'dead'] as const) gauge.set({ state }, row[state]);
      },
    });
    const quarantined = new Gauge({
      name: 'submissions_in_quarantine',
      help: 'Forms that are held back until the office looks at them.',
      registers: [this.registry],
      collect: async () => {
        const [row] = await database.run<{ forms: number }>(held, []).catch(() => []);
        quarantined.reset();
        if (row) quarantined.set(row.forms);
      },
    });
  }

  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status }, seconds);
  }

  countSubmission(kind: string, quarantined: boolean): void {
    this.submissions.inc({ kind, quarantined: String(quarantined) });
  }

  read(): Promise<string> {
    return this.registry.metrics();
  }
}
