import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/**
 * The data folder of the site under test, which the release commands work on.
 *
 * @throws Error when BASE_URL names a site whose data folder nobody named.
 */
export function siteDataFolder(): string {
  const folder = process.env.SITE_DATA_DIR;
  if (folder) return folder;
  throw new Error(
    'SITE_DATA_DIR is missing: with BASE_URL given by hand, set it to the data folder (DATA_DIR) of that site.',
  );
}

/** Runs `npm run release -- …` for the site under test, as staff would, and gives its JSON answer. */
export async function runRelease(...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'release', '--', ...words, '--json'], {
    cwd: repositoryRoot,
    env: { ...process.env, DATA_DIR: siteDataFolder() },
  });
  return JSON.parse(stdout);
}
