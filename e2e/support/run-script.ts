import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs a script of a repository's package.json with arguments, as `npm run -s <name> -- …` does, and returns its output. npm
 * itself would take longer than most of the scripts.
 */
export async function runScript(
  folder: string,
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  // The cast is safe: npm requires this shape.
  const { scripts } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const PATH = [path.join(folder, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${scripts[name]} "$@"`, name, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment, PATH },
    // An export's output has no fixed limit.
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return stdout;
}
