import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Service } from './service.ts';

let folder: string;
let service: Service | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'service-'));
});

afterEach(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const logLimits = { size: 100_000, files: 3 };

/** Says more than a pipe holds before it is ready, so that it never is when nobody reads. */
const talkative = `
  process.stdout.write('x'.repeat(1_000_000), () => process.send({ type: 'ready', port: 1 }));
  process.once('disconnect', () => process.exit(0));
`;

describe('a service', () => {
  it('runs on without its log when that cannot be written, and says so once', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    const script = path.join(folder, 'talkative.mjs');
    await writeFile(script, talkative);
    await mkdir(path.join(folder, 'talkative.log'));
    service = new Service({ name: 'talkative', script, environment: process.env, logFolder: folder, logLimits });
    expect(await service.start()).toMatchObject({ port: 1 });
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^talkative runs on without its log, .*EISDIR/)]]);
  });
});
