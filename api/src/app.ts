import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { officePath } from 'kit/contracts/office';
import type { Logger } from 'pino';
import { CodeMisses } from './agents/code-misses.ts';
import { buildAppModule } from './app.module.ts';
import { accessLog } from './http/access-log.ts';
import { jsonBody } from './http/json-body.ts';
import { answerOptions, nothingTakes } from './http/methods.ts';
import { origins } from './http/origins.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { securityHeaders } from './http/security-headers.ts';
import { lookUpsPerMinute, rateLimits } from './limits/rate-limits.ts';
import { Metrics } from './metrics/metrics.ts';
import { buildOpenApi, serveDocs } from './openapi/openapi.ts';
import { authenticate, refuseKeysInAddresses } from './partners/authenticate.ts';
import { PartnerKeys } from './partners/partner-keys.ts';
import type { Settings } from './settings/settings.ts';
import { buildValidationPipe } from './validation/validation.pipe.ts';

const kilobyte = 1024;

function bodyLimitOf(path: string): number {
  return path === '/api/exotic-car-intake' ? 256 * kilobyte : 100 * kilobyte;
}

/** The whole application, ready to listen: the process, the tests and the benches all start this one. */
export async function buildApp(settings: Settings, log: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(buildAppModule(settings, log), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  const filter = new ProblemFilter(log);
  app.setGlobalPrefix('api', { exclude: [officePath] });
  app.set('trust proxy', ['loopback', ...settings.trustedProxies]);
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(accessLog(log, app.get(Metrics)));
  app.use(securityHeaders());
  app.use(origins(settings));
  app.use(answerOptions);
  app.use(refuseKeysInAddresses);
  const keys = app.get(PartnerKeys);
  app.use(authenticate((key) => keys.authenticate(key), settings.rateLimits));
  const misses = app.get(CodeMisses);
  if (settings.rateLimits) app.use(rateLimits((client, cost) => misses.note(client, cost, lookUpsPerMinute)));
  app.use(jsonBody(bodyLimitOf));
  app.useGlobalPipes(buildValidationPipe());
  app.useGlobalFilters(filter);
  serveDocs(app, buildOpenApi(app, settings.site.brand), settings.site.publicOrigin);
  await app.init();
  answerTheRest(app, filter);
  return app;
}

/** What no route took, and what failed before a route was found: a broken escape, a header, a path outside /api. */
function answerTheRest(app: NestExpressApplication, filter: ProblemFilter): void {
  const express = app.getHttpAdapter().getInstance();
  express.use((request: Request, response: Response) => {
    filter.answer(nothingTakes(request), request, response);
  });
  express.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    filter.answer(error, request, response);
  });
}
