import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { officePath } from 'kit/contracts/office';
import type { Logger } from 'pino';
import { CodeMisses } from './agents/code-misses.ts';
import { buildAppModule } from './app.module.ts';
import { accessLog } from './http/access-log.ts';
import { inTurn } from './http/in-turn.ts';
import { JsonAdapter } from './http/json-adapter.ts';
import { jsonBody } from './http/json-body.ts';
import { answerOptions, nothingTakes } from './http/methods.ts';
import { origins } from './http/origins.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { rememberTrust } from './http/remember-trust.ts';
import { securityHeaders } from './http/security-headers.ts';
import { lookUpsPerMinute, rateLimits } from './limits/rate-limits.ts';
import { Metrics } from './metrics/metrics.ts';
import { buildOpenApi, serveDocs } from './openapi/openapi.ts';
import { authenticate, refuseKeysInAddresses } from './partners/authenticate.ts';
import { PartnerKeys } from './partners/partner-keys.ts';
import type { Settings } from './settings/settings.ts';
import { validationPipe } from './validation/validation.pipe.ts';

const kilobyte = 1024;

function bodyLimitOf(path: string): number {
  return path === '/api/exotic-car-intake' ? 256 * kilobyte : 100 * kilobyte;
}

/** The whole application, ready to listen: the process, the tests and the benches all start this one. */
export async function buildApp(settings: Settings, log: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(buildAppModule(settings, log), new JsonAdapter(), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  const filter = new ProblemFilter(log);
  app.setGlobalPrefix('api', { exclude: [officePath] });
  trustProxies(app, ['loopback', ...settings.trustedProxies]);
  app.set('etag', false);
  app.disable('x-powered-by');
  const keys = app.get(PartnerKeys);
  const misses = app.get(CodeMisses);
  app.use(
    inTurn(
      accessLog(log, app.get(Metrics)),
      securityHeaders(),
      origins(settings),
      answerOptions,
      refuseKeysInAddresses,
      authenticate((key) => keys.authenticate(key), settings.rateLimits),
      ...(settings.rateLimits ? [rateLimits((client, cost) => misses.note(client, cost, lookUpsPerMinute))] : []),
      jsonBody(bodyLimitOf),
    ),
  );
  app.useGlobalPipes(validationPipe);
  app.useGlobalFilters(filter);
  serveDocs(app, buildOpenApi(app, settings.site.brand), settings.site.publicOrigin);
  await app.init();
  answerTheRest(app, filter);
  return app;
}

/** Express makes of the list how it is asked, and is then asked no more often than there are addresses. */
function trustProxies(app: NestExpressApplication, proxies: string[]): void {
  app.set('trust proxy', proxies);
  app.set('trust proxy', rememberTrust(app.getHttpAdapter().getInstance().get('trust proxy fn')));
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
