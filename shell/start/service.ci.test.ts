import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { until } from '../platform/testing/until.ts';
import { Service } from './service.ts';

let folder: string;
let service: Service | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'service-'));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const logLimits = { size: 100_000, files: 3 };

/** Prints more than a pipe holds before it is ready, so it never gets ready without a reader. */
const talkative = `
  process.stdout.write('a line\\n'.repeat(150_000), () => process.send({ type: 'ready', port: 1 }));
  process.once('disconnect', () => process.exit(0));
`;

/** Prints its pid and runs until it is told to stop or its parent is gone. */
const plain = `
  process.send({ type: 'ready', port: process.pid });
  process.once('disconnect', () => process.exit(0));
`;

describe('a service', () => {
  it('is started again once the system lets it, when it could not be started for a while', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const script = path.join(folder, 'plain.mjs');
    await writeFile(
      script,
      `import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(path.join(folder, 'starts'))}, process.pid + ' ');${plain}`,
    );
    // More than the system passes to a process: fork throws, as it does without memory (ENOMEM).
    const environment: NodeJS.ProcessEnv = { ...process.env };
    service = new Service({ name: 'plain', script, environment, logFolder: folder, logLimits });
    const { port: pid = 0 } = await service.start();
    environment.TOO_MUCH = 'x'.repeat(4_000_000);
    process.kill(pid, 'SIGKILL');
    await until(() =>
      logged.mock.calls.some(([words]) => String(words).includes('could not be started (spawn E2BIG)')),
    );
    environment.TOO_MUCH = '';
    await until(() => readFileSync(path.join(folder, 'starts'), 'utf8').trim().split(' ').length === 2);
  });

  it('is started again once there are file handles again, and its stop does not wait for what never ran', async () => {
    const supervisor = `
      import { closeSync, openSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { Service } from ${JSON.stringify(path.join(import.meta.dirname, 'service.ts'))};
      const [script, logFolder] = process.argv.slice(1);
      const logLimits = ${JSON.stringify(logLimits)};
      const start = async () => {
        const service = new Service({ name: 'plain', script, environment: process.env, logFolder, logLimits });
        return { service, pid: (await service.start()).port };
      };
      const [one, other] = [await start(), await start()];
      const handles = [];
      try { for (;;) handles.push(openSync('/dev/null', 'r')); } catch { /* There are none left. */ }
      // Gives back the handles of its pipes, which are taken as well.
      for (const { pid } of [one, other]) process.kill(pid, 'SIGKILL');
      const end = Date.now() + 1500;
      while (Date.now() < end) {
        try { handles.push(openSync('/dev/null', 'r')); } catch { await sleep(1); }
      }
      await other.service.stop();
      for (const handle of handles) closeSync(handle);
      process.once('SIGUSR2', () => one.service.stop().then(() => process.exit(0)));`;
    const script = path.join(folder, 'plain.mjs');
    const starts = path.join(folder, 'starts');
    await writeFile(
      script,
      `import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(starts)}, process.pid + ' ');${plain}`,
    );
    const node = [process.execPath, '--no-warnings', '--input-type=module', '-e', supervisor, script, folder];
    const child = spawn('sh', ['-c', 'ulimit -n 80; exec "$@"', 'sh', ...node]);
    const ended = once(child, 'close');
    await Promise.race([
      until(() => existsSync(starts) && readFileSync(starts, 'utf8').trim().split(' ').length === 3),
      ended,
    ]);
    child.kill('SIGUSR2');
    expect(await text(child.stderr)).toMatch(/plain could not be started \(spawn \S+ EMFILE\); starting it again/);
    expect((await ended)[0]).toBe(0);
  });

  it('has what its process says before it is killed in the next moment, in the log and nowhere cut', async () => {
    const script = path.join(folder, 'dying.mjs');
    await writeFile(
      script,
      `import { writeSync } from 'node:fs';
      process.once('SIGTERM', () => {
        for (let line = 0; line < 5000; line++) writeSync(1, 'line ' + line + ' of the crash\\n');
        writeSync(2, 'last words\\n');
        process.kill(process.pid, 'SIGKILL');
      });
      setInterval(() => {}, 1000);
      process.send({ type: 'ready' });`,
    );
    service = new Service({
      name: 'dying',
      script,
      environment: process.env,
      logFolder: folder,
      logLimits: { size: 1e6, files: 2 },
    });
    await service.start();
    await service.stop();
    const lines = readFileSync(path.join(folder, 'dying.log'), 'utf8').trim().split('\n');
    expect(lines.filter((line) => /^line \d+ of the crash$/.test(line))).toHaveLength(5000);
    expect(lines).toContain('last words');
    expect(lines).toHaveLength(5001);
  });

  it('runs on without its log when that cannot be written, and says so once', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const script = path.join(folder, 'talkative.mjs');
    await writeFile(script, talkative);
    await mkdir(path.join(folder, 'talkative.log'));
    service = new Service({ name: 'talkative', script, environment: process.env, logFolder: folder, logLimits });
    expect(await service.start()).toMatchObject({ port: 1 });
    await until(() => logged.mock.calls.length > 0);
    expect(logged.mock.calls).toEqual([[expect.stringMatching(/^talkative runs on without its log, .*not a file/)]]);
  });
});
