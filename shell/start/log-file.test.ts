import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LogFile } from './service.ts';

let folder: string;
let file: string;
let messages: (string | undefined)[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'log-'));
  file = path.join(folder, 'api.log');
  messages = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (limits = { size: 100, files: 3 }) => new LogFile(file, limits, (message) => messages.push(message));
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
/** 19 bytes and a line break. */
const line = (number: number) => String(number).padStart(19, '0');

describe('a log file', () => {
  it('stays within its size and number of files, and has every one of the last lines once, whole and in order', async () => {
    const log = open();
    for (let number = 0; number < 1000; number++) log.writeLine(line(number));
    await log.close();
    const names = readdirSync(folder).sort();
    expect(names).toEqual(['api.log', 'api.log.1', 'api.log.2']);
    expect(names.every((name) => statSync(path.join(folder, name)).size <= 120)).toBe(true);
    const kept = [...names].reverse().map(read).join('');
    const count = kept.length / 20;
    expect(kept).toBe(Array.from({ length: count }, (_, at) => `${line(1000 - count + at)}\n`).join(''));
    expect(messages).toEqual([]);
  });

  it('goes on in the file of before, and takes over a longer one', async () => {
    writeFileSync(file, 'of before\n');
    const log = open();
    log.writeLine('new');
    await log.close();
    expect(read('api.log')).toBe('of before\nnew\n');
    writeFileSync(file, `${'x'.repeat(500)}\n`);
    const again = open();
    again.writeLine('newer');
    await again.close();
    expect(readdirSync(folder).sort()).toEqual(['api.log', 'api.log.1']);
    expect(read('api.log').length + read('api.log.1').length).toBe(501 + 'newer\n'.length);
  });

  it('says once that it cannot be written, and once that it can again, with how many lines are missing', async () => {
    mkdirSync(file);
    const log = open();
    log.writeLine('lost');
    while (messages.length === 0) await wait(10);
    log.writeLine('lost too');
    rmSync(file, { recursive: true });
    while (messages.length === 1) {
      log.writeLine('a line');
      await wait(50);
    }
    await log.close();
    expect(messages).toEqual([expect.stringContaining('api.log'), undefined]);
    expect(read('api.log')).toMatch(/^--- \d+ lines were lost here, which could not be written ---\na line\n/);
  });

  it('outlives a disk that is full, and writes again when there is room', async () => {
    const program = `
      import { rmSync } from 'node:fs';
      import { setTimeout as wait } from 'node:timers/promises';
      import { LogFile } from ${JSON.stringify(path.join(import.meta.dirname, 'service.ts'))};
      const [file] = process.argv.slice(1);
      let isWritten = true;
      const log = new LogFile(file, { size: 1e6, files: 2 }, (trouble) => { console.log(trouble); isWritten = !trouble; });
      while (isWritten) { log.writeLine('x'.repeat(499)); await wait(1); }
      rmSync(file);
      while (!isWritten) { log.writeLine('after'); await wait(10); }
      await log.close();`;
    const node = [process.execPath, '--no-warnings', '--input-type=module', '-e', program, file];
    // Files of this process cannot grow beyond 4 kB.
    const child = spawn('sh', ['-c', `trap '' XFSZ; ulimit -f 8; exec "$@"`, 'sh', ...node], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    expect(await text(child.stdout)).toMatch(/^EFBIG.*\nundefined\n$/);
    expect(await ended).toEqual([0, null]);
    expect(read('api.log')).toMatch(/^--- \d+ lines were lost here.*\nafter\n/);
  });
});
