import { describe, expect, it } from '@jest/globals';
import { readStack } from './visit-service.ts';

const script = '/remotes/mf-agents/1.4.0-0a1b2c3d/browser/page-my-agent.js';

describe('the stack of an error', () => {
  it.each([
    [
      'Chromium',
      `TypeError: x\n    at Portal (https://site.example${script}:1:2345)\n    at https://site.example/shell/main.0a1b2c3d.js:2:3`,
    ],
    [
      'Firefox and Safari',
      `Portal@https://site.example${script}:1:2345\n@https://site.example/shell/main.0a1b2c3d.js:2:3\n`,
    ],
  ])('is read as %s writes it', (_, stack) => {
    expect(readStack(stack)).toEqual([
      { function: 'Portal', script, line: 1, column: 2345 },
      { function: '', script: '/shell/main.0a1b2c3d.js', line: 2, column: 3 },
    ]);
  });

  it('names a script by its release, whatever try it came with', () => {
    const [retried] = readStack(`at f (http://localhost:3000${script.replace('0a1b2c3d/', '0a1b2c3d~27/')}:1:2)`);
    expect(retried?.script).toBe(script);
  });

  it.each([
    'at f (chrome-extension://abc/remotes/mf-agents/1.4.0-0a1b2c3d/browser/x.js:1:2)',
    'at f (https://site.example/remotes/../../etc/passwd.js:1:2)',
    'at f (https://site.example/shell/../server/main.js:1:2)',
    'at f (https://site.example/remotes/mf-agents/latest/browser/x.js:1:2)',
    `at f (https://site.example${script}?token=1:1:2)`,
    'at f (https://elsewhere.example/widget.js:1:2)',
    `${'('.repeat(100_000)}https://x/shell/${'/'.repeat(100_000)}`,
    '',
  ])('leaves out what is no script of ours: %.80s', (line) => {
    expect(readStack(line)).toEqual([]);
  });

  it('keeps ten frames, and of names what names are made of', () => {
    const hostile = `at <img src=x onerror=alert(1)> (https://site.example${script}:1:2)\n`;
    const frames = readStack(hostile.repeat(1000));
    expect(frames).toHaveLength(10);
    expect(frames[0]?.function).toBe('');
  });
});
