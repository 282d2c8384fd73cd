import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { Database, type Statement } from '../database/database.ts';
import { isHeld } from '../quarantine/quarantine-statements.ts';
import { RequestTimes } from './request-times.ts';

const backlog: Statement = {
  name: 'delivery-backlog',
  text: `
    select count(*) filter (where dead_at is null)::int as waiting, count(*) filter (where dead_at is not null)::int as dead
    from deliveries where delivered_at is null`,
};

const held: Statement = {
  name: 'held-in-quarantine',
  text: `select count(*)::int as forms from submissions where ${isHeld}`,
};

/** What Prometheus reads: requests by route and status, submissions by kind, deliveries that wait or were given up. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new RequestTimes();
  /** Stored forms since the last reading, by what `label` makes of them. */
  private readonly stored = new Map<string, number>();

  constructor(database: Database) {
    collectDefaultMetrics({ register: this.registry });
    // Its type knows prom-client's own kinds alone; read is no more than get().
    this.registry.registerMetric(this.requests as unknown as Counter);
    const { stored } = this;
    new Counter({
      name: 'submissions_total',
      help: 'Forms that were kept, without replays.',
      labelNames: ['kind', 'quarantined'],
      registers: [this.registry],
      collect() {
        for (const [label, count] of stored) {
          const [kind = '', quarantined = ''] = label.split(' ');
          this.inc({ kind, quarantined }, count);
        }
        stored.clear();
      },
    });
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
    this.requests.observe(method, route, status, seconds);
  }

  countSubmission(kind: string, quarantined: boolean): void {
    const label = `${kind} ${quarantined}`;
    this.stored.set(label, (this.stored.get(label) ?? 0) + 1);
  }

  read(): Promise<string> {
    return this.registry.metrics();
  }
}
