import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request } from 'express';
import { Metrics } from '../metrics/metrics.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { metricsType } from './metrics-server.ts';

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
    const isPassedOn = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (isPassedOn || this.settings.metricsPort !== undefined)
      throw new ProblemError(404, 'There is nothing at GET /api/metrics.');
    return this.metrics.read();
  }
}
