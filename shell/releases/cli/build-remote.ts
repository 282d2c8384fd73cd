import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ReleaseError } from '../errors.ts';
import { repositoryRoot } from '../places.ts';

/** Runs a remote's own build. Its output goes to the error stream, so that the answer of the command stays clean. */
export async function buildRemote(remote: string, say: (line: string) => void): Promise<void> {
  say(`Building ${remote} ...`);
  const npm = spawn('npm', ['run', 'build', '--workspace', remote], {
    cwd: repositoryRoot,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  const [code] = await once(npm, 'close').catch((error: Error) => [error.message]);
  if (code !== 0)
    throw new ReleaseError('build-output', `The build of ${remote} failed (${code}); its output is above.`);
}
