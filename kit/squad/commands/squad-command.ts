import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as z from 'zod/mini';
import { remoteNamePattern } from '../../contracts/release.ts';
import { BuildOutputError } from '../release/assemble-release.ts';
import { SiteClient } from '../site-client/site-client.ts';
import { SiteError } from '../site-client/site-error.ts';
import { readSquadKey, type SquadKey } from '../site-client/squad-key.ts';

/** The environment of a command: that of this process, or one that a test passes. */
export interface CommandContext {
  folder: string;
  environment: NodeJS.ProcessEnv;
  out: (text: string) => void;
  /** Prints refusals and progress. */
  error: (text: string) => void;
  /** Receives exit code 1 when a command is refused. */
  end: (exitCode: number) => void;
  /** Builds the remote before it is published. Without it, `dist` is published unchanged. */
  build?: (() => Promise<void>) | undefined;
}

export interface SquadOutcome {
  /** The text for people, without a trailing line break. */
  text: string;
  json: unknown;
}

export interface SquadWork {
  client: SiteClient;
  /** The remote of `--remote`, or that of the repository. */
  remote: () => Promise<string>;
  context: CommandContext;
}

interface CommonOptions {
  site?: string | undefined;
  key?: string | undefined;
  remote?: string | undefined;
  json?: true | undefined;
}

const manifestSchema = z.object({
  name: z.optional(z.string()),
  beaconfield: z.optional(z.object({ site: z.optional(z.string()), remote: z.optional(z.string()) })),
});

export function minute(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

export function contextOf(given: Partial<CommandContext> = {}): CommandContext {
  return {
    folder: process.cwd(),
    environment: process.env,
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    end: (exitCode) => {
      process.exitCode = exitCode;
    },
    ...given,
  };
}

/** Adds a command with the options that every command for a site has. */
export function siteCommand(program: CommandUnknownOpts, name: string) {
  return program
    .command(name)
    .option('--site <url>', 'the site; else BEACONFIELD_SITE, else "beaconfield": { "site" } of the package.json')
    .option('--key <file>', 'the file of your private key; else BEACONFIELD_KEY, a file or the key itself')
    .option('--remote <name>', 'the remote; else the name in the package.json')
    .option('--json', 'answer for machines');
}

/** Runs a command and prints its result, or one sentence that says why it failed. It does not throw a refusal. */
export async function runSquadCommand(
  given: Partial<CommandContext> | undefined,
  options: CommonOptions,
  work: (parts: SquadWork) => Promise<SquadOutcome>,
): Promise<void> {
  const context = contextOf(given);
  const { out, error: printError, end } = context;
  try {
    const manifest = await readManifest(context.folder);
    const client = new SiteClient({
      site: siteOf(options, context, manifest),
      key: await readKey(options, context),
      log: (sentence) => printError(`${sentence}\n`),
    });
    const remote = async () => remoteOf(options, manifest);
    const outcome = await work({ client, remote, context });
    out(`${options.json ? JSON.stringify(outcome.json, null, 2) : outcome.text}\n`);
  } catch (error) {
    if (!(error instanceof SiteError || error instanceof BuildOutputError)) throw error;
    const { code, findings } = error instanceof SiteError ? error : { code: 'build-output', findings: [] };
    if (options.json) out(`${JSON.stringify({ error: { code, message: error.message, findings } }, null, 2)}\n`);
    printError(`${error.message}\n`);
    end(1);
  }
}

type Manifest = z.infer<typeof manifestSchema>;

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    throw new SiteError('usage', `${join(folder, 'package.json')} is no JSON.`);
  }
}

function siteOf({ site }: CommonOptions, { environment }: CommandContext, { beaconfield }: Manifest): string {
  const found = site || environment.BEACONFIELD_SITE || beaconfield?.site;
  if (found) return found;
  throw new SiteError('usage', 'Say which site: --site https://staging.example, or BEACONFIELD_SITE.');
}

function remoteOf({ remote }: CommonOptions, { name, beaconfield }: Manifest): string {
  const found = remote ?? beaconfield?.remote ?? name ?? '';
  if (remoteNamePattern.test(found)) return found;
  const reason = found ? `"${found}" is no name of a remote` : 'this folder names no remote';
  throw new SiteError(
    'usage',
    `Say which remote: ${reason}; one looks like mf-careers (--remote, or the name in package.json).`,
  );
}

/** Returns undefined without a key, because some commands need none. */
async function readKey({ key }: CommonOptions, { environment }: CommandContext): Promise<SquadKey | undefined> {
  const given = key || environment.BEACONFIELD_KEY;
  if (!given) return undefined;
  if (given.includes('-----BEGIN')) return readSquadKey(given);
  const pem = await readFile(given, 'utf8').catch((error: unknown) => {
    throw new SiteError('key', `The key ${given} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  return readSquadKey(pem);
}
