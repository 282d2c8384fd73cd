import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { refuseSystem } from './systems.mjs';

/** Runs what `npm start` runs, with a program that ends immediately, on a machine that claims to be another. */
function startOn(platform: string, processor: string) {
  const disguise = `for (const [name, value] of [['platform', '${platform}'], ['arch', '${processor}']]) Object.defineProperty(process, name, { value });`;
  const bootstrap = path.join(import.meta.dirname, 'bootstrap.mjs');
  const program = 'shell/start/installed.mjs';
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, bootstrap, program],
    { encoding: 'utf8' },
  );
  return { status, stderr };
}

describe('npm start', () => {
  it('says in one sentence that it does not run on Windows, and what to do', () => {
    expect(startOn('win32', 'x64')).toEqual({
      status: 1,
      stderr:
        'This site runs on Linux and macOS with an x64 or arm64 processor, not on win32 x64: run it in WSL (https://learn.microsoft.com/windows/wsl).\n',
    });
  });

  it('says so on a processor that nothing is built for', () => {
    expect(startOn('linux', 'ia32')).toEqual({
      status: 1,
      stderr: 'This site runs on Linux and macOS with an x64 or arm64 processor, not on linux ia32.\n',
    });
  });

  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
  ])('runs on %s %s', (platform, processor) => {
    expect(refuseSystem(platform, processor)).toBeUndefined();
  });
});
