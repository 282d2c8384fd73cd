import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { buildLead } from '../../testing/build-forms.ts';
import { buildSettings } from '../../testing/build-settings.ts';
import { runOffice } from '../../testing/run-office.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { initAgentModel } from '../agents/agent.model.ts';
import { buildApp } from '../app.ts';
import { initDeliveryModel } from '../delivery/delivery.model.ts';
import { DeliveryWorker } from '../delivery/delivery.worker.ts';
import { listen } from '../listen.ts';
import { initSubmissionModel } from '../submissions/submission.model.ts';
import { connectOnce } from './connection.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';

const fixture = fileURLToPath(new URL('../../testing/data-of-0.1.0.sql', import.meta.url));

describe('a database that version 0.1.0 left', () => {
  let test: TestDatabase;
  let app: NestExpressApplication;
  let url: string;
  const dataDir = mkdtempSync(join(tmpdir(), 'first-version-'));

  beforeAll(async () => {
    test = await createTestDatabase({ migrated: false });
    await test.client.query(readFileSync(fixture, 'utf8'));
    await migrate(() => connectOnce(test.url));
    const settings = buildSettings({ databaseUrl: test.url, dataDir });
    app = await buildApp(settings, pino({ level: 'silent' }));
    url = `http://127.0.0.1:${await listen(app, settings)}`;
    const { sequelize } = app.get(Database);
    for (const init of [initAgentModel, initSubmissionModel, initDeliveryModel]) init(sequelize);
  });
  afterAll(async () => {
    await app.close();
    await test.drop();
    rmSync(dataDir, { recursive: true });
  });

  const office = async (...words: string[]) => JSON.parse(await runOffice([...words, '--json'], dataDir));

  it('has its forms', async () => {
    const leads = JSON.parse(await runOffice(['leads', 'export', '--format', 'json'], dataDir)) as {
      company: string;
    }[];
    expect(leads.map(({ company }) => company).sort()).toEqual(['Kept & Söhne', 'Waits for the mail server']);
    expect(await office('feedback', 'list')).toHaveLength(1);
  });

  it('has its agents', async () => {
    const codes = ['DEMO-ACTIVE', 'DEMO-OFF', 'DEMO-NONE'];
    const answers = await Promise.all(codes.map((code) => fetch(`${url}/api/ai-agents/by-code/${code}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
  });

  it('has what waited to be delivered, which is delivered once', async () => {
    await app.get(DeliveryWorker).deliverDue();
    await app.get(DeliveryWorker).deliverDue();
    const mails = readdirSync(join(dataDir, 'mail'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.eml'),
    );
    expect(mails).toHaveLength(1);
    expect(readFileSync(join(dataDir, 'mail', mails[0] ?? ''), 'utf8')).toContain('Waits for the mail server');
  });

  it('takes new forms', async () => {
    const { status } = await fetch(`${url}/api/leads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buildLead({ company: 'New' })),
    });
    expect(status).toBe(201);
    expect(await office('leads', 'list')).toHaveLength(3);
  });
});
