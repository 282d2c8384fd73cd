import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Runs a program of `node_modules/.bin` (or node itself) and shows its output. @returns whether it succeeded */
export async function runCommand(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const child = spawn(findProgram(command), args, {
    cwd: repositoryRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

/** Like `runCommand`, but returns the output instead of showing it. */
export async function captureCommand(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ passed: boolean; output: string }> {
  const child = spawn(findProgram(command), args, {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const end = new Promise<string | null>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code) => resolve(code === 0 ? null : `ended with ${code}`));
  });
  const [failure, ...written] = await Promise.all([end, text(child.stdout), text(child.stderr)]);
  return { passed: failure === null, output: [...written, failure ?? ''].filter(Boolean).join('\n').trim() };
}

function findProgram(command: string): string {
  return command === 'node' ? process.execPath : path.join(repositoryRoot, 'node_modules/.bin', command);
}
