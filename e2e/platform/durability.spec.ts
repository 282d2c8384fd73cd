import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { newLead } from '../support/leads.ts';
import { killAll, processTree } from '../support/process-tree.ts';
import { type RunningSite, startSite } from '../support/site.ts';

test('an acknowledged lead survives kill -9 of every process', async ({ request }) => {
  const { key, body } = newLead('Dana Whitfield');
  const send = ({ address }: RunningSite) =>
    request.post(`${address}/api/leads`, {
      data: body,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    });
  const first = await startSite();
  const answer = await send(first);
  expect(answer.status()).toBe(201);
  const { reference } = await answer.json();

  const ended = once(first.process, 'exit');
  killAll(processTree(first.process.pid ?? 0).reverse());
  await ended;

  const second = await startSite({ dataFolder: first.dataFolder });
  const replay = await send(second);
  expect(replay.headers()['idempotent-replayed']).toBe('true');
  expect((await replay.json()).reference).toBe(reference);
  await second.stop();
  await first.stop();
});
