import { type DynamicModule, Module } from '@nestjs/common';
import { AgentsController } from './agents/agents.controller.ts';
import { AgentsService } from './agents/agents.service.ts';
import { Database } from './database/database.ts';
import { HealthController } from './health/health.controller.ts';
import { IndexController } from './http/index.controller.ts';
import { LeadsController } from './leads/leads.controller.ts';
import { LeadsService } from './leads/leads.service.ts';
import { SETTINGS, type Settings } from './settings/settings.ts';
import { SubmissionsService } from './submissions/submissions.service.ts';

@Module({})
class AppModule {}

/** Everything the API is made of, around one set of settings. */
export function buildAppModule(settings: Settings): DynamicModule {
  return {
    module: AppModule,
    controllers: [IndexController, AgentsController, LeadsController, HealthController],
    providers: [
      { provide: SETTINGS, useValue: settings },
      { provide: Database, useFactory: () => new Database(settings.databaseUrl) },
      AgentsService,
      LeadsService,
      SubmissionsService,
    ],
  };
}
