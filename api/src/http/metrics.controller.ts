import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Metrics } from '../metrics/metrics.ts';
import { ProblemError } from '../problems/problem-error.ts';

/** For Prometheus on the same machine, which asks the API itself: what a proxy passes on is not answered. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  read(@Req() request: Request): Promise<string> {
    const isPassedOn = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (isPassedOn) throw new ProblemError(404, 'There is nothing at GET /api/metrics.');
    return this.metrics.read();
  }
}
