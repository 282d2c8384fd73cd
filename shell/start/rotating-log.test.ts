import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RotatingLog } from './rotating-log.ts';

let folder: string;
let file: string;
let said: (string | undefined)[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'log-'));
  file = path.join(folder, 'api.log');
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (limits = { size: 100, files: 3 }) => new RotatingLog(file, limits, (message) => said.push(message));
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
/** A line of 20 bytes. */
const line = (number: number) => `${String(number).padStart(19, '0')}\n`;

describe('a log that rotates', () => {
  it('stays within its size and number of files, and has every one of the last lines once and in order', () => {
    const log = open();
    for (let number = 0; number < 1000; number++) log.write(Buffer.from(line(number)));
    log.close();
    const names = readdirSync(folder).sort();
    expect(names).toEqual(['api.log', 'api.log.1', 'api.log.2']);
    expect(names.every((name) => statSync(path.join(folder, name)).size <= 100)).toBe(true);
    const kept = [...names].reverse().map(read).join('');
    expect(kept).toBe(Array.from({ length: kept.length / 20 }, (_, at) => line(1000 - kept.length / 20 + at)).join(''));
  });

  it('cuts no line in two, however the pieces come', () => {
    const log = open();
    const text = Array.from({ length: 14 }, (_, number) => line(number)).join('');
    for (let at = 0; at < text.length; at += 33) log.write(Buffer.from(text.slice(at, at + 33)));
    log.close();
    const names = readdirSync(folder).sort().reverse();
    for (const name of names) expect(read(name)).toMatch(/^(\d{19}\n)+$/);
    expect(names.map(read).join('')).toBe(text);
  });

  it('has what was written when the process is killed in the next moment', () => {
    const script = `
      import { RotatingLog } from ${JSON.stringify(path.join(import.meta.dirname, 'rotating-log.ts'))};
      const log = new RotatingLog(${JSON.stringify(file)}, { size: 100, files: 3 }, () => {});
      for (let number = 0; number < 9; number++) log.write(Buffer.from('line ' + number + ' of the crash\\n'));
      process.kill(process.pid, 'SIGKILL');`;
    expect(() => execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script])).toThrow();
    expect(read('api.log')).toMatch(/line 8 of the crash\n$/);
  });

  it('goes on in the file of before, takes over a longer one, and erases files of a time with more of them', () => {
    writeFileSync(file, 'x'.repeat(500));
    for (const number of [1, 2, 7]) writeFileSync(`${file}.${number}`, `old ${number}`);
    writeFileSync(path.join(folder, 'api.log.gz'), 'somebody else');
    const log = open();
    log.write(Buffer.from('new\n'));
    log.close();
    expect(readdirSync(folder).sort()).toEqual(['api.log', 'api.log.1', 'api.log.2', 'api.log.gz']);
    expect([read('api.log'), read('api.log.1').length, read('api.log.2')]).toEqual(['new\n', 500, 'old 1']);
  });

  it('outlives a full disk, says so once, and says in the log how much is missing', () => {
    symlinkSync('/dev/full', file);
    const log = open();
    log.write(Buffer.from('lost\n'));
    log.write(Buffer.from('lost too\n'));
    expect(said).toEqual([expect.stringContaining('ENOSPC')]);
    rmSync(file);
    log.write(Buffer.from('kept\n'));
    log.close();
    expect(read('api.log')).toBe('\n--- 14 bytes were lost here, which could not be written ---\nkept\n');
    expect(said).toEqual([expect.any(String), undefined]);
  });

  it('is bounded even where its files cannot be renamed', () => {
    mkdirSync(`${file}.1/full`, { recursive: true });
    const log = open({ size: 100, files: 2 });
    for (let number = 0; number < 100; number++) log.write(Buffer.from(line(number)));
    log.close();
    expect(statSync(file).size).toBeLessThanOrEqual(320);
    expect(read('api.log')).toContain(line(99));
  });
});
