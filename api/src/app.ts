import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { officePath } from 'kit/contracts/office';
import { GracefulShutdown } from 'kit/server/graceful-shutdown';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';
import { AgentsController, AgentsService, AssetsController } from './agents/agents.ts';
import { CleanUpWorker } from './clean-up.worker.ts';
import { Database } from './database/database.ts';
import { CHANNELS, type Channel, type Channels, replyChannel } from './delivery/channel.ts';
import { DeliveryWorker } from './delivery/delivery.worker.ts';
import { buildMailChannel, buildReplyChannel } from './delivery/mail.channel.ts';
import { eraseWithForm } from './delivery/mailer.ts';
import { OperatorWatch } from './delivery/operator-watch.ts';
import { buildWebhookChannel } from './delivery/webhook.channel.ts';
import { GuideController } from './guide/guide.controller.ts';
import { HealthController, IndexController, Stopping } from './health/health.controller.ts';
import { Metrics, MetricsController, MetricsServer } from './health/metrics.ts';
import { accessLog } from './http/access-log.ts';
import { JsonBody } from './http/json-body.ts';
import { Methods, ProblemFilter } from './http/problem.filter.ts';
import { refuseForeignPosts, useCors, useSecurityHeaders } from './http/security.ts';
import { OfficeController } from './inbox/office.controller.ts';
import { RateLimitGuard, rateLimitProviders } from './limits/rate-limits.ts';
import { buildOpenApi, serveDocs } from './openapi/openapi.ts';
import { PartnerGuard, refuseKeysInAddresses } from './partners/partner.guard.ts';
import { PartnerKeys } from './partners/partner-keys.ts';
import { WebhookController } from './partners/webhook.controller.ts';
import { WebhookService } from './partners/webhook.service.ts';
import { QuarantineWorker } from './quarantine/quarantine.worker.ts';
import { LOG, SETTINGS, type Settings } from './settings/settings.ts';
import {
  FeedbackController,
  InquiriesController,
  IntakeController,
  LeadsController,
  SupportController,
} from './submissions/forms.controller.ts';
import { SubmissionsController } from './submissions/submissions.controller.ts';
import { SubmissionsService } from './submissions/submissions.service.ts';
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
  const document = buildOpenApi(app, settings.site);
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

@Module({})
class AppModule {}

function buildAppModule(settings: Settings, log: Logger): DynamicModule {
  return {
    module: AppModule,
    controllers: [
      IndexController,
      AgentsController,
      AssetsController,
      FeedbackController,
      GuideController,
      InquiriesController,
      IntakeController,
      LeadsController,
      SubmissionsController,
      SupportController,
      WebhookController,
      HealthController,
      MetricsController,
      OfficeController,
    ],
    providers: [
      { provide: SETTINGS, useValue: settings },
      { provide: LOG, useValue: log },
      // The order matters: the partner's key decides whose rate limit applies, and the body is only read after both guards.
      { provide: APP_GUARD, useClass: PartnerGuard },
      { provide: APP_GUARD, useClass: RateLimitGuard },
      { provide: APP_INTERCEPTOR, useClass: JsonBody },
      ...rateLimitProviders,
      { provide: CHANNELS, useFactory: (database: Database) => buildChannels(settings, database), inject: [Database] },
      { provide: Database, useFactory: () => new Database(settings.databaseUrl) },
      AgentsService,
      CleanUpWorker,
      DeliveryWorker,
      Metrics,
      MetricsServer,
      OperatorWatch,
      PartnerKeys,
      QuarantineWorker,
      Stopping,
      SubmissionsService,
      WebhookService,
    ],
  };
}

export function buildChannels(settings: Settings, database: Database): Channels {
  const erasable = (channel: Channel) =>
    settings.smtpUrl === undefined ? eraseWithForm(channel, database, settings.dataDir) : channel;
  const mail = erasable(buildMailChannel(settings));
  const reply = settings.autoresponse && { [replyChannel]: erasable(buildReplyChannel(settings, database)) };
  const endpoint = settings.webhook;
  const webhook = endpoint && { webhook: buildWebhookChannel(async () => endpoint, endpoint.allowPrivate) };
  return { mail, ...webhook, ...reply };
}

/** Stops the application without breaking a connection; it reports itself as not ready immediately. */
export async function stop(app: NestExpressApplication): Promise<void> {
  app.get(Stopping).begun = true;
  // These stop in parallel, so that a hanging one does not use up the others' time. The database stops last.
  await Promise.all([
    new GracefulShutdown(app.getHttpServer()).end(),
    app.get(DeliveryWorker).beforeApplicationShutdown(),
  ]);
  await app.close();
}
