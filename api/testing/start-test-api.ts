import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Problem } from 'kit/contracts/problem';
import { type Logger, pino } from 'pino';
import { seedSampleAgents } from '../src/agents/agents.ts';
import { buildApp } from '../src/app.ts';
import { listen } from '../src/listen.ts';
import type { Settings } from '../src/settings/settings.ts';
import { buildSettings } from './build-settings.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestApi {
  app: NestExpressApplication;
  url: string;
  /** Its own, unless the settings name another. */
  dataDir: string;
  database: TestDatabase;
  /** Posts JSON; a string is sent unchanged. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

interface Start {
  log?: Logger;
  /** An API whose database it shares. */
  beside?: TestApi;
}

/** Starts the real application on a real database and a folder of its own, on a free port. */
export async function startTestApi(overrides: Partial<Settings> = {}, { log, beside }: Start = {}): Promise<TestApi> {
  const database = beside?.database ?? (await createTestDatabase());
  if (!beside) await seedSampleAgents(database.client);
  const folder = await mkdtemp(join(tmpdir(), 'api-'));
  const settings = buildSettings({ databaseUrl: database.url, dataDir: folder, ...overrides });
  const app = await buildApp(settings, log ?? pino({ level: settings.logLevel }));
  const url = `http://127.0.0.1:${await listen(app, settings)}`;
  return {
    app,
    url,
    dataDir: settings.dataDir,
    database,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => fetch(url + path, { headers }),
    stop: async () => {
      await app.close();
      if (!beside) await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** An API for the tests of a block. Its members are there once the tests run. */
export function sharedApi(
  overrides: Partial<Settings> | (() => Promise<Partial<Settings>>) = {},
  start?: Start,
): TestApi {
  const api = {} as TestApi;
  beforeAll(async () => {
    Object.assign(api, await startTestApi(typeof overrides === 'function' ? await overrides() : overrides, start));
  });
  afterAll(() => api.stop());
  return api;
}

/** Reads a problem document. */
export async function problemOf(response: Response): Promise<Problem> {
  return (await response.json()) as Problem; // the tests check its content
}
