import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { openClient } from '../../testing/object-store/open-client.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A store whose every object goes on for ever. */
async function startEndless(): Promise<{ sent: () => number; endpoint: string }> {
  let sent = 0;
  const part = Buffer.alloc(100_000, ' ');
  server = createServer((_, response) => {
    const goOn = () => {
      while (!response.destroyed && response.write(part)) sent += part.length;
    };
    response.on('drain', goOn).on('error', () => {});
    goOn();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
  return { sent: () => sent, endpoint: `http://127.0.0.1:${address.port}` };
}

it('reads no more of an object than it may hold, however long somebody made it', async () => {
  const { endpoint, sent } = await startEndless();
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'us-east-1', S3_ENDPOINT: endpoint };
  const client = openClient('s3://bucket/site', keys);
  expect((await client.get('compositions/000000000001.json'))?.body.length).toBe(5_000_001);
  expect((await client.get('remotes/mf-agents/x/a.js', { mostBytes: 1000 }))?.body.length).toBe(1001);
  expect(sent()).toBeLessThan(20_000_000);
});
