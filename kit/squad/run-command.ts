import { spawn } from 'node:child_process';
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
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-warnings', script, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (output += String(bytes)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}

export function resolveFrom(folder: string, name: string): string {
  return createRequire(path.join(folder, 'package.json')).resolve(name);
}
