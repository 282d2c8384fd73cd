import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';

/** Runs a module in which `console` writes to the log; returns its standard output and standard error. */
async function run(source: string) {
  const head = `import { writeConsoleToLog } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))}; writeConsoleToLog();`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', head + source]);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = output.split('\n').filter((line) => line !== '');
  return { lines: lines.map((line): unknown => JSON.parse(line)), errors };
}

describe('the log of the shell server', () => {
  it('has each message of the console as one line of JSON, whatever it says', async () => {
    const { lines, errors } = await run(`
      console.log('[shell] staff page: Anna logged in');
      console.error('one\\n{"level":30,"msg":"forged"}\\ntwo');
      console.warn('%s of %d', 'one', 2, { three: 3 });
      console.error(new Error('a page failed'));`);
    const line = (level: number, msg: unknown) => ({ time: expect.any(Number), level, name: 'shell', msg });
    expect(lines).toEqual([
      line(30, 'staff page: Anna logged in'),
      line(50, 'one\n{"level":30,"msg":"forged"}\ntwo'),
      line(50, 'one of 2 { three: 3 }'),
      line(50, expect.stringMatching(/^Error: a page failed\n\s+at /)),
    ]);
    expect(errors).toBe('');
  });
});
