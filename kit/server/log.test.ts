/** @jest-environment node */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';

function run(source: string, output: 'pipe' | number) {
  const head = `import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}; const log = createLog('some');`;
  const args = ['--no-warnings', '--input-type=module', '-e', head + source];
  return spawn(process.execPath, args, { stdio: ['ignore', output, 'pipe'] });
}

describe('the log of a program', () => {
  it('has what a program says before it is killed in the next moment, in lines of JSON', async () => {
    const child = run(
      `log.info({ requestId: 'r-1' }, 'before'); log.debug('left out'); log.error(new Error('last words')); process.kill(process.pid, 'SIGKILL');`,
      'pipe',
    );
    if (!child.stdout) throw new Error('A pipe was asked for.');
    const lines = (await text(child.stdout)).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { time: expect.any(Number), level: 30, name: 'some', msg: 'before', requestId: 'r-1' },
      expect.objectContaining({ level: 50, name: 'some', msg: 'last words', err: expect.any(Object) }),
    ]);
  });

  it('costs a program neither its work nor its end where nothing can be written, as on a full disk', async () => {
    const child = run(
      `for (let line = 0; line < 1000; line++) log.error('lost'); process.exitCode = 7;`,
      openSync('/dev/full', 'w'),
    );
    expect(await once(child, 'exit')).toEqual([7, null]);
  });
});
