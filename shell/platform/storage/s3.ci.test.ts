import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { describeObjectStorage } from '../testing/describe-object-storage.ts';
import { isCephThere } from '../testing/object-store/ceph-settings.ts';
import { startFaultProxy } from '../testing/object-store/fault-proxy.ts';
import { type Ceph, startCeph } from '../testing/object-store/start-ceph.ts';
import { S3Storage } from './s3.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'us-east-1' };

/** A store that does what a test says, and a storage over it. */
async function start(handle: RequestListener, options: { idleTimeout?: number; tries?: number } = {}) {
  server = createServer(handle);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
  const environment = { ...keys, S3_ENDPOINT: `http://127.0.0.1:${address.port}` };
  return new S3Storage({ address: 's3://bucket/site', environment, ...options });
}

it('reads no more of an object than it may hold, however long somebody made it', async () => {
  let sent = 0;
  const part = Buffer.alloc(100_000, ' ');
  const storage = await start((_, response) => {
    const goOn = () => {
      while (!response.destroyed && response.write(part)) sent += part.length;
    };
    response.on('drain', goOn).on('error', () => {});
    goOn();
  });
  expect((await storage.get('compositions/000000000001.json'))?.body.length).toBe(5_000_001);
  expect((await storage.get('remotes/mf-agents/x/a.js', { maxBytes: 1000 }))?.body.length).toBe(1001);
  expect(sent).toBeLessThan(20_000_000);
});

it('asks at once again where the store closed the connection that it was asked on, and once only', async () => {
  let requests = 0;
  let closes = 1;
  const storage = await start((request, response) => {
    requests += 1;
    if (requests === 1 || closes === 0) return void response.end('whole');
    closes -= 1;
    request.socket.destroy();
  });
  const ask = () => storage.get('log/000000000001.json', { tries: 1 });
  expect(String((await ask())?.body)).toBe('whole');
  expect(String((await ask())?.body)).toBe('whole');
  expect(requests).toBe(3);
  closes = 10;
  await expect(ask()).rejects.toThrow(/does not answer/);
  expect(requests).toBe(5);
});

describe('over a slow line', () => {
  const body = Buffer.alloc(6_000_000, 'x');
  const slow = { idleTimeout: 500, tries: 1 };

  it('an object arrives in the store, however long that takes in all', async () => {
    let arrived = 0;
    const storage = await start((request, response) => {
      request.on('data', (part: Buffer) => {
        arrived += part.length;
        request.pause();
        setTimeout(() => request.resume(), 10);
      });
      request.on('end', () => response.end());
    }, slow);
    // What the system buffers of it, some megabytes, arrives without activity that the client sees.
    const large = Buffer.alloc(20_000_000, 'x');
    const began = performance.now();
    await storage.put('remotes/mf-agents/x/a.js', large);
    expect(arrived).toBe(large.length);
    expect(performance.now() - began).toBeGreaterThan(4 * slow.idleTimeout);
  });

  it('an object arrives from the store likewise', async () => {
    const parts = 12;
    const storage = await start(
      async (_, response) => {
        for (let part = 0; part < parts; part += 1) {
          response.write(body.subarray(0, body.length / parts));
          await wait(300);
        }
        response.end();
        // Less than the whole takes, and more than a busy machine stands still.
      },
      { ...slow, idleTimeout: 3000 },
    );
    const object = await storage.get('remotes/mf-agents/x/a.js', { maxBytes: body.length });
    expect(object?.body.length).toBe(body.length);
  });

  it.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['stops in the middle of an object', (_, response) => response.write('x')],
  ])('a request ends where the store %s', async (_, handle) => {
    const storage = await start(handle, slow);
    await expect(storage.get('remotes/mf-agents/x/a.js')).rejects.toThrow(/does not answer \(.*500/);
  });

  it('a request ends where the store stops taking an object', async () => {
    const storage = await start((request) => request.once('data', () => request.pause()), slow);
    await expect(storage.put('remotes/mf-agents/x/a.js', body.subarray(0, 100_000))).rejects.toThrow(
      /does not answer \(.*2000 ms/,
    );
  });
});

// Without the packages of Ceph `npm test` says that these are left out.
if (isCephThere()) {
  describe('of Ceph,', () => {
    let ceph: Ceph;
    let bucket: string;
    let places = 0;
    beforeAll(async () => {
      ceph = await startCeph();
      bucket = await ceph.makeBucket();
    }, 120_000);
    afterAll(() => ceph.stop());

    const makePlace = async ({ endpoint = ceph.gateways[0] } = {}) => {
      places += 1;
      const address = `s3://${bucket}/site-${places}`;
      return () => new S3Storage({ address, environment: { ...ceph.environment, S3_ENDPOINT: endpoint } });
    };
    describeObjectStorage('a bucket', makePlace);

    it('a bucket lists more objects than a page of its answers holds', async () => {
      const proxy = await startFaultProxy(ceph.gateways[0] ?? '');
      proxy.faults.pageOf = 10;
      const storage = (await makePlace({ endpoint: proxy.url }))();
      const keys = Array.from({ length: 25 }, (_, index) => `logs/${String(index).padStart(6, '0')}`);
      await Promise.all(keys.map((key) => storage.put(key, key)));
      expect((await storage.list('logs/')).map(({ key }) => key)).toEqual(keys);
      expect(proxy.counts.LIST).toBe(3);
      proxy.stop();
    });
  });
}
