import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { repositoryRoot } from '../places.ts';

export interface CommandResult {
  code: number;
  out: string;
  error: string;
}

/** Runs the real command line in a process of its own. */
export async function runRelease(dataDir: string, ...words: string[]): Promise<CommandResult> {
  const main = join(repositoryRoot, 'shell/releases/cli/main.ts');
  const { NODE_OPTIONS: _, ...environment } = process.env;
  const command = spawn(process.execPath, ['--no-warnings', main, ...words], {
    env: { ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error, [code]] = await Promise.all([text(command.stdout), text(command.stderr), once(command, 'close')]);
  return { code: Number(code), out, error };
}
