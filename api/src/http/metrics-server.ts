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
import { Metrics } from '../metrics/metrics.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';

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
