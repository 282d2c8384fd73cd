import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

interface Run {
  folder: string;
  environment?: NodeJS.ProcessEnv;
  /** Passes the output on as it arrives, instead of returning it. */
  shown?: boolean;
}

/** Runs a script with Node and returns its exit code and its output. */
export function runNode(script: string, args: readonly string[], { folder, environment = {}, shown = false }: Run) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, ['--no-warnings', script, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (error) throw error;
  return { code: status ?? 1, output: `${stdout ?? ''}${stderr ?? ''}`.trim() };
}

export function resolveFrom(folder: string, name: string): string {
  return createRequire(path.join(folder, 'package.json')).resolve(name);
}
