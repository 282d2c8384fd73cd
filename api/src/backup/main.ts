import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError } from 'kit/server/command-error';
import { buildProgram, processTerminal, runProgram, type Terminal } from 'kit/server/command-line';
import { isEmpty } from 'kit/server/settings/variables';
import { whyRestoreIsUnfinished } from 'kit/server/unfinished-restore';
import { describeFailure, exitWith, readVariablesOrExit, StartError } from '../process.ts';
import type { Manifest } from './archive.ts';
import { withEmbedded } from './embedded-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

// npm run backup, npm run restore: all data of a site in one file, and back.

const names = ['DATA_DIR', 'RELEASE_STORE', 'DATABASE_URL', 'SITE_CONFIG'] as const;
const { DATA_DIR, RELEASE_STORE: bucket, DATABASE_URL, SITE_CONFIG } = readVariablesOrExit(names);
// A script whose variable is empty by mistake must not restore into the folder of this checkout.
if (isEmpty(process.env, 'DATA_DIR'))
  exitWith(new StartError('DATA_DIR is empty: set it to the data folder of the site, or leave it out for .data.'));
const dataDir = resolve(DATA_DIR ?? '.data');
const siteConfigFile = resolve(SITE_CONFIG ?? 'shell/site.json');

function build({ out }: Terminal) {
  const program = buildProgram(
    'npm run',
    'Backup and restore of a whole site. DATA_DIR names it, .data when it is not set.',
  ).showHelpAfterError('"npm run backup -- --help" and "npm run restore -- --help" list the options.');
  program
    .command('backup')
    .description('write database, releases, keys, mail and site configuration into a file, while the site runs')
    .argument('<file>', 'where to, for example backup.tar.gz; it holds keys, so only you may read it', fileOf)
    .option('--without-database', 'all but the database, where something else backs that up')
    .action(async (file, { withoutDatabase }) => {
      const manifest = await backup(file, withoutDatabase ?? false).catch(
        whenFull(
          `${file} was not written, and nothing is left of it`,
          'Free some space, or name a file on another disk',
        ),
      );
      out(program.opts().json ? `${JSON.stringify(summaryOf(manifest))}\n` : describeBackup(file, manifest));
    });
  program
    .command('restore')
    .description(
      'put a backup into an empty data folder, on this machine or another, and into DATABASE_URL if that is set',
    )
    .argument('<file>', 'a file that "npm run backup" wrote', fileOf)
    .action(async (file) => {
      const manifest = await restoreBackup(file, { dataDir, databaseUrl: DATABASE_URL }).catch(
        whenFull(
          `${dataDir} was not restored, and nothing starts on it`,
          'Remove what is in it, and restore where there is room',
        ),
      );
      out(program.opts().json ? `${JSON.stringify(summaryOf(manifest))}\n` : describeRestore(manifest));
    });
  return program;
}

function fileOf(text: string): string {
  if (text.trim() !== '') return resolve(text);
  throw new InvalidArgumentError('It takes the name of a file.');
}

async function backup(file: string, withoutDatabase: boolean): Promise<Manifest> {
  if (existsSync(file))
    throw new StartError(`${file} exists and was not overwritten: name another file, with today's date for example.`);
  if (!existsSync(dirname(file)))
    throw new StartError(`There is no folder ${dirname(file)} for ${basename(file)}: make it, or correct the name.`);
  if (!existsSync(dataDir))
    throw new StartError(`There is no data folder ${dataDir}: set DATA_DIR to that of the site.`);
  const unfinished = whyRestoreIsUnfinished(dataDir);
  if (unfinished !== undefined) throw new StartError(unfinished);
  const source = { dataDir, siteConfigFile, bucket };
  if (withoutDatabase) return takeBackup(file, { ...source, databaseUrl: null });
  if (DATABASE_URL) return takeBackup(file, { ...source, databaseUrl: DATABASE_URL });
  return withEmbedded(dataDir, (databaseUrl) => takeBackup(file, { ...source, databaseUrl }), { isRestored: false });
}

function whenFull(outcome: string, instead: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // The last code is PostgreSQL's.
    if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== '53100') throw error;
    throw new StartError(`${outcome}: the disk is full (${code}). ${instead}.`);
  };
}

function summaryOf({ members, ...manifest }: Manifest) {
  return { ...manifest, members: members.length, bytes: members.reduce((sum, { size }) => sum + size, 0) };
}

function describeBackup(file: string, manifest: Manifest): string {
  const { members, bytes } = summaryOf(manifest);
  return [
    `${file} holds ${members} files and folders, ${(bytes / 1_000_000).toFixed(1)} MB: ${contentsOf(manifest)}.`,
    'It contains keys: keep it where only you can read it.',
    '',
  ].join('\n');
}

function describeRestore(manifest: Manifest): string {
  const lines = [`${dataDir} is restored to the state of ${manifest.madeAt}: ${contentsOf(manifest)}.`];
  if (!manifest.database)
    lines.push(
      'THE BACKUP CONTAINS NO DATABASE: set DATABASE_URL before the first start, or the site creates an empty one.',
    );
  const restored = join(dataDir, 'site.json');
  if (!isSame(restored, siteConfigFile))
    lines.push(`The backup has another site configuration: start with SITE_CONFIG=${restored} to use it.`);
  lines.push(
    'Forms that were delivered after that time are delivered again. Restart all servers: those that have newer data report it until then.',
  );
  return `${lines.join('\n')}\n`;
}

function contentsOf({ database, releases }: Manifest): string {
  const store = releases.store === 'folder' ? 'releases' : `no releases, which stay in ${releases.store}`;
  return `${database ? 'database' : 'no database'}, ${store}, keys, mail, site configuration`;
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}

const terminal = processTerminal();
process.exitCode = await runProgram(build(terminal), {
  words: process.argv.slice(2),
  terminal,
  inWords: (error) => ({
    message: error instanceof CommandError ? error.message : describeFailure(error, 'This was not done'),
    code: 'failed',
    exitCode: 1,
  }),
});
