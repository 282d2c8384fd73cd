import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Runs `npm run office -- …` on a database and returns its output. */
export async function runOffice(databaseUrl: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'office', '--', ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    // An export's output has no fixed limit.
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return stdout;
}
