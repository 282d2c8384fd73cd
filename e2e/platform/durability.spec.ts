import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { killAll, processTree } from '../support/process-tree.ts';
import { startSite } from '../support/site.ts';

test('an acknowledged lead survives kill -9 of every process', async ({ request }) => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'site-durability-'));
  const first = await startSite({ dataFolder });
  const lead = {
    name: 'Dana Whitfield',
    company: 'Whitfield Air',
    phone: '801-555-0199',
    email: 'dana@whitfield.example',
    location: 'Provo, Utah',
    services: ['repair'],
  };
  const answer = await request.post(`${first.address}/api/leads`, {
    data: lead,
    headers: { 'Idempotency-Key': 'c0ffee00-0000-4000-8000-000000000001' },
  });
  expect(answer.status()).toBe(201);
  const { reference } = await answer.json();

  const ended = new Promise((resolve) => first.process.once('exit', resolve));
  killAll(processTree(first.process.pid ?? 0).reverse());
  await ended;

  const second = await startSite({ dataFolder });
  const replay = await request.post(`${second.address}/api/leads`, {
    data: lead,
    headers: { 'Idempotency-Key': 'c0ffee00-0000-4000-8000-000000000001' },
  });
  expect(replay.headers()['idempotent-replayed']).toBe('true');
  expect((await replay.json()).reference).toBe(reference);
  await second.stop();
  await rm(dataFolder, { recursive: true, force: true });
});
