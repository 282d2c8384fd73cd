import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
import { bind } from '../listen.ts';
import { Metrics } from '../metrics/metrics.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const tooSlowMs = 10_000;

/** Metrics on a separate port (METRICS_PORT), which operators expose to Prometheus alone. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly server = createServer({ requestTimeout: tooSlowMs }, (request, response) => {
    this.answer(request, response).catch(() => response.destroy());
  });

  constructor(
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws StartError if the port is in use */
  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, metricsHost } = this.settings;
    if (metricsPort === undefined) return;
    await bind('METRICS_PORT', metricsPort, metricsHost, () =>
      once(this.server.listen(metricsPort, metricsHost), 'listening'),
    );
  }

  onApplicationShutdown(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer({ url, method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isFound = url?.split('?')[0] === '/metrics' && (method === 'GET' || method === 'HEAD');
    if (!isFound) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Only GET /metrics is here.\n');
      return;
    }
    const text = await this.metrics.read();
    response.writeHead(200, { 'Content-Type': metricsType }).end(text);
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
