import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import type { Logger } from 'pino';
import { AgentsController } from './agents/agents.controller.ts';
import { AgentsService } from './agents/agents.service.ts';
import { AssetsController } from './assets/assets.controller.ts';
import { CleanUpWorker } from './clean-up.worker.ts';
import { Database } from './database/database.ts';
import { CHANNELS, type Channel, type Channels } from './delivery/channel.ts';
import { DeliveryWorker } from './delivery/delivery.worker.ts';
import { buildMailChannel } from './delivery/mail.channel.ts';
import { OperatorWatch } from './delivery/operator-watch.ts';
import { buildWebhookChannel } from './delivery/webhook.channel.ts';
import { ErasingClock } from './erasing-clock.ts';
import { FeedbackController } from './feedback/feedback.controller.ts';
import { FeedbackService } from './feedback/feedback.service.ts';
import { GuideController } from './guide/guide.controller.ts';
import { HealthController } from './health/health.controller.ts';
import { Stopping } from './health/stopping.ts';
import { IndexController } from './http/index.controller.ts';
import { JsonBody } from './http/json-body.ts';
import { MetricsController } from './http/metrics.controller.ts';
import { MetricsServer } from './http/metrics-server.ts';
import { OfficeController } from './inbox/office.controller.ts';
import { OfficeDesk } from './inbox/office-desk.ts';
import { RetentionWorker } from './inbox/retention.worker.ts';
import { InquiriesController } from './inquiries/inquiries.controller.ts';
import { InquiriesService } from './inquiries/inquiries.service.ts';
import { IntakeController } from './intake/intake.controller.ts';
import { IntakeService } from './intake/intake.service.ts';
import { LeadsController } from './leads/leads.controller.ts';
import { LeadsService } from './leads/leads.service.ts';
import { RateLimitGuard, rateLimitProviders } from './limits/rate-limits.ts';
import { LOG } from './log/log.ts';
import { eraseWithForm } from './mail-files/erase-with-form.ts';
import { MailFileSweeper } from './mail-files/mail-file.sweeper.ts';
import { Metrics } from './metrics/metrics.ts';
import { PartnerGuard } from './partners/partner.guard.ts';
import { PartnerKeys } from './partners/partner-keys.ts';
import { WebhookController } from './partners/webhook.controller.ts';
import { WebhookService } from './partners/webhook.service.ts';
import { QuarantineWorker } from './quarantine/quarantine.worker.ts';
import { buildReplyChannel, replyChannel } from './reply/reply.channel.ts';
import { SETTINGS, type Settings } from './settings/settings.ts';
import { SubmissionsController } from './submissions/submissions.controller.ts';
import { SubmissionsService } from './submissions/submissions.service.ts';
import { SupportController } from './support/support.controller.ts';
import { SupportService } from './support/support.service.ts';

@Module({})
class AppModule {}

export function buildAppModule(settings: Settings, log: Logger): DynamicModule {
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
      {
        provide: Database,
        useFactory: () => new Database(settings.databaseUrl),
      },
      {
        provide: ErasingClock,
        useFactory: (database: Database) => new ErasingClock(database, log),
        inject: [Database],
      },
      AgentsService,
      CleanUpWorker,
      DeliveryWorker,
      FeedbackService,
      InquiriesService,
      IntakeService,
      LeadsService,
      MailFileSweeper,
      Metrics,
      MetricsServer,
      OfficeDesk,
      OperatorWatch,
      PartnerKeys,
      QuarantineWorker,
      RetentionWorker,
      Stopping,
      SupportService,
      SubmissionsService,
      WebhookService,
    ],
  };
}

function buildChannels(settings: Settings, database: Database): Channels {
  const erasable = (channel: Channel) =>
    settings.smtpUrl === undefined ? eraseWithForm(channel, database, settings.dataDir) : channel;
  const mail = erasable(buildMailChannel(settings));
  const reply = settings.autoresponse && { [replyChannel]: erasable(buildReplyChannel(settings, database)) };
  const endpoint = settings.webhook;
  const webhook = endpoint && { webhook: buildWebhookChannel(async () => endpoint, endpoint.allowPrivate) };
  return { mail, ...webhook, ...reply };
}
