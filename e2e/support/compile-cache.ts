import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Programs that tests start repeatedly and kill, so that they never write the cache themselves. */
const programs = ['shell/server/main.ts', 'api/dist/main.js'] as const;

/**
 * Creates a folder in which every Node of this run caches compiled code (`NODE_COMPILE_CACHE`). Tests start the same
 * programs several hundred times, and compiling is half of a start. It does nothing if the variable is already set.
 * @returns a function that removes the folder
 */
export async function makeCompileCache(): Promise<() => Promise<void>> {
  if (process.env.NODE_COMPILE_CACHE) return async () => {};
  const folder = await mkdtemp(path.join(tmpdir(), 'compile-cache-'));
  process.env.NODE_COMPILE_CACHE = folder;
  return async () => {
    delete process.env.NODE_COMPILE_CACHE;
    // A program that ends just now may still write into it.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Fills the cache with the site's programs. Without settings each of them exits after its code has been loaded. */
export async function fillCompileCache(): Promise<void> {
  await Promise.all(
    programs.map(async (program) => {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const child = spawn(process.execPath, ['--no-warnings', path.join(repositoryRoot, program)], {
        env: { PATH, NODE_COMPILE_CACHE },
        cwd: tmpdir(),
        stdio: 'ignore',
      });
      await once(child, 'exit');
    }),
  );
}
