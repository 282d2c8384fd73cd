import type { Server } from 'node:http';
import {
  Controller,
  Get,
  Header,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Req,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request } from 'express';
import { metricsType, serveMetrics } from 'kit/server/settings/listen';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '../database/database.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
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

/** Metrics on a separate port (METRICS_PORT), which operators expose to Prometheus alone. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws VariableError if the port is in use */
  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort: port, metricsHost: host } = this.settings;
    if (port !== undefined) this.server = await serveMetrics('METRICS_PORT', { host, port }, () => this.metrics.read());
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

/**
 * Metrics for a Prometheus on the same machine. Requests that a proxy forwarded are refused. With METRICS_PORT, metrics are
 * only on that port.
 */
@ApiExcludeController()
@SkipThrottle()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Header('Content-Type', metricsType)
  read(@Req() request: Request): Promise<string> {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (isForwarded || this.settings.metricsPort !== undefined)
      throw new ProblemError(404, 'There is nothing at GET /api/metrics.');
    return this.metrics.read();
  }
}
