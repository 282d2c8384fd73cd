import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { officePath } from 'kit/contracts/office';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';
import { buildAppModule } from './app.module.ts';
import { accessLog } from './http/access-log.ts';
import { Methods, ProblemFilter } from './http/problem.filter.ts';
import { refuseForeignPosts, useCors, useSecurityHeaders } from './http/security.ts';
import { Metrics } from './metrics/metrics.ts';
import { buildOpenApi, serveDocs } from './openapi/openapi.ts';
import { refuseKeysInAddresses } from './partners/partner.guard.ts';
import type { Settings } from './settings/settings.ts';
import { validationPipe } from './validation/form-validation.ts';

/** Builds the whole application, ready to listen. The process, the tests and the benches all use it. */
export async function buildApp(settings: Settings, log: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(buildAppModule(settings, log), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  app.setGlobalPrefix('api', { exclude: [officePath] });
  const isProxy = proxyAddr.compile(['loopback', ...settings.trustedProxies]);
  app.set('trust proxy', isProxy);
  app.set('etag', false);
  app.disable('x-powered-by');
  const document = buildOpenApi(app, settings.site.brand);
  const methods = new Methods(document);
  const filter = new ProblemFilter(log, methods);
  app.use(accessLog(log, app.get(Metrics), isProxy));
  useSecurityHeaders(app);
  useCors(app, settings);
  app.use(refuseForeignPosts(settings), methods.answerOptions, refuseKeysInAddresses);
  app.useGlobalPipes(validationPipe);
  app.useGlobalFilters(filter);
  serveDocs(app, document, settings.site.publicOrigin);
  await app.init();
  answerTheRest(app, filter);
  return app;
}

/** Answers unknown routes, and errors before routing: an invalid escape, a header, a path outside /api. */
function answerTheRest(app: NestExpressApplication, filter: ProblemFilter): void {
  app.use((request: Request, response: Response) => filter.answerUnknown(request, response));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    filter.answer(error, request, response);
  });
}
