import path from 'node:path';
import { runScript } from './run-script.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Runs `npm run office -- …` on a database and returns its output. */
export function runOffice(databaseUrl: string, ...args: string[]): Promise<string> {
  return runScript(repositoryRoot, 'office', args, { DATABASE_URL: databaseUrl });
}
