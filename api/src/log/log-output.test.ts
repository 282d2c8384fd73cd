import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { LogOutput } from './log-output.ts';

describe('the output of the log', () => {
  it('writes lines in pieces and what is left when it is asked to', () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-'));
    const path = join(folder, 'log');
    const file = openSync(path, 'w');
    const output = new LogOutput(file);
    output.write('one\n');
    expect(readFileSync(path, 'utf8')).toBe('');
    output.write(`${'x'.repeat(20_000)}\n`);
    output.write('three\n');
    expect(readFileSync(path, 'utf8')).toBe(`one\n${'x'.repeat(20_000)}\n`);
    output.flush();
    expect(readFileSync(path, 'utf8')).toMatch(/x\nthree\n$/);
    closeSync(file);
    rmSync(folder, { recursive: true });
  });

  it('writes a warning at once, with all before it: the process may end in the next moment', () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-'));
    const path = join(folder, 'log');
    const file = openSync(path, 'w');
    const log = pino({ base: null, timestamp: false }, new LogOutput(file));
    log.info('before');
    expect(readFileSync(path, 'utf8')).toBe('');
    log.error('at the end');
    expect(readFileSync(path, 'utf8')).toBe('{"level":30,"msg":"before"}\n{"level":50,"msg":"at the end"}\n');
    closeSync(file);
    rmSync(folder, { recursive: true });
  });

  it('goes on when the file takes nothing, like one on a full disk', () => {
    const file = openSync(fileURLToPath(import.meta.url), 'r');
    const output = new LogOutput(file);
    output.write('lost\n');
    expect(() => output.flush()).not.toThrow();
    closeSync(file);
  });
});
