import { readFile } from 'node:fs/promises';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describeNoReleaseId, releaseIdPattern, remoteNamePattern } from '../../contracts/release.ts';
import { CommandError } from '../../server/command-error.ts';
import { readPackage, siteAddress } from '../site/site-address.ts';
import { SiteClient } from '../site-client/site-client.ts';
import { SiteError } from '../site-client/site-error.ts';
import { readSquadKey, type SquadKey } from '../site-client/squad-key.ts';

/** The result of a command: a text for people, or JSON for machines. */
export interface Outcome {
  /** Without a trailing line break. */
  text: string;
  json: unknown;
}

/** Prints the result of a command, as JSON with `--json`. */
export function printOutcome(command: CommandUnknownOpts, { text, json }: Outcome): void {
  console.log(command.optsWithGlobals().json ? JSON.stringify(json, null, 2) : text);
}

export interface SquadWork {
  client: SiteClient;
  /** The remote of `--remote`, or that of the repository. */
  remote: () => string;
}

export interface SiteOptions {
  site?: string | undefined;
  key?: string | undefined;
  remote?: string | undefined;
}

export function minute(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Adds a command with the options that every command for a site has. */
export function siteCommand(program: CommandUnknownOpts, name: string) {
  return program
    .command(name)
    .option('--site <url>', 'the site; else BEACONFIELD_SITE, else "beaconfield": { "site" } of the package.json')
    .option('--key <file>', 'the file of your private key; else BEACONFIELD_KEY, a file or the key itself')
    .option('--remote <name>', 'the remote; else the name in the package.json');
}

/** Reads the id of a release. @throws CommandError for any other text */
export function readReleaseId(text: string): string {
  if (releaseIdPattern.test(text)) return text;
  throw new CommandError(describeNoReleaseId(text));
}

/** Runs a command for a site and prints its result. */
export async function runSquadCommand(
  command: CommandUnknownOpts,
  { site, key, remote }: SiteOptions,
  work: (parts: SquadWork) => Promise<Outcome>,
): Promise<void> {
  const client = new SiteClient({
    site: siteAddress(site, process.cwd()),
    key: await readKey(key || process.env.BEACONFIELD_KEY),
    log: (sentence) => console.error(sentence),
  });
  printOutcome(command, await work({ client, remote: () => findRemote(remote) }));
}

function findRemote(option: string | undefined): string {
  const { name, beaconfield } = readPackage(process.cwd());
  const found = option ?? beaconfield?.remote ?? name ?? '';
  if (remoteNamePattern.test(found)) return found;
  const reason = found ? `"${found}" is no name of a remote` : 'this folder names no remote';
  throw new SiteError(
    'usage',
    `Say which remote: ${reason}; one looks like mf-careers (--remote, or the name in package.json).`,
  );
}

/** Returns undefined without a key, because some commands need none. */
async function readKey(given: string | undefined): Promise<SquadKey | undefined> {
  if (!given) return undefined;
  if (given.includes('-----BEGIN')) return readSquadKey(given);
  const pem = await readFile(given, 'utf8').catch((error: unknown) => {
    throw new SiteError('key', `The key ${given} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  return readSquadKey(pem, `The key ${given}`);
}
