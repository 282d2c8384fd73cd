import { parseArgs } from 'node:util';
import { createLog } from 'kit/server/log';
import { findMisspelt } from 'kit/server/settings/misspelt';
import { startTracing } from 'kit/server/tracing';
import type { Logger } from 'pino';
import { seedSampleAgents } from './agents/agents.ts';
import { buildApp, stop } from './app.ts';
import { checkDurability, checkEncoding, connectOnce } from './database/connection.ts';
import { migrate } from './database/migrate.ts';
import { listen } from './listen.ts';
import { exitWith, whenAskedToEnd } from './process.ts';
import { LOG, readSettings, type Settings } from './settings/settings.ts';

/** In milliseconds; after this time a graceful stop is aborted. */
const stopMs = 10_000;

async function prepareDatabase(settings: Settings, log: Logger): Promise<void> {
  const client = await connectOnce(settings.databaseUrl);
  try {
    await checkDurability(client);
    await checkEncoding(client);
    await migrate(client, () => log.info('Another process migrates the database: waiting for it.'));
    if (settings.seedSampleAgents) await seedSampleAgents(client);
  } finally {
    await client.end();
  }
}

async function start() {
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({ options: { 'no-rate-limits': flag, 'no-delivery': flag, 'sample-agents': flag } });
  const settings = readSettings(process.env, values);
  const log = createLog('api', settings.logLevel);
  const endTracing = await startTracing('beaconfield-api', log);
  for (const sentence of findMisspelt(process.env)) log.warn(sentence);
  await prepareDatabase(settings, log);
  const app = await buildApp(settings, log);
  const port = await listen(app, settings);
  if (!settings.rateLimits) log.warn('--no-rate-limits: all rate limits are off');
  log.info({ port }, 'ready');
  process.send?.({ type: 'ready', port });
  return { app, endTracing };
}

const starting = start();

/** Without a signal the parent has ended. */
function end(signal?: NodeJS.Signals): void {
  setTimeout(() => process.exit(1), stopMs).unref();
  starting.then(async ({ app, endTracing }) => {
    app.get<Logger>(LOG).info({ signal }, 'stopping');
    await stop(app);
    await endTracing();
    process.exit(0);
  }, exitWith);
}

whenAskedToEnd(end);
starting.catch(exitWith);
