import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

interface Run {
  folder: string;
  environment?: NodeJS.ProcessEnv;
  /** Whether what it says is shown as it says it; else it is only given back. */
  shown?: boolean;
}

/** Runs a program of Node. Gives its exit code, and what it said. */
export function runNode(script: string, args: readonly string[], { folder, environment = {}, shown = false }: Run) {
  return new Promise<{ code: number; said: string }>((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-warnings', script, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (said += String(bytes)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, said: said.trim() }));
  });
}

/** A file of a package, as a folder sees it. */
export function resolveFrom(folder: string, name: string): string {
  return createRequire(path.join(folder, 'package.json')).resolve(name);
}
