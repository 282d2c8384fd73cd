import { shellName } from 'kit/contracts/shell-name';
import { buildProgram, type Failure, runProgram, type Terminal } from 'kit/server/command-line';
import { readVariables } from 'kit/server/settings/variables';
import { systemUser } from 'kit/server/system-user';
import { printable } from 'kit/server/text';
import {
  GateRefusal,
  KeyRights,
  ReleaseError,
  ReleaseFiles,
  type ReleasePlatform,
  type ReleaseStore,
} from '../platform/index.ts';
import { knownRemotes } from '../settings/namespaces.ts';
import type { LoadPages } from '../settings/release-policy.ts';
import { ensureKey, foundThisSite, openSitePlatform } from '../settings/site-platform.ts';
import { type AddCommand, type Answer, didYouMean, optionalText, type SiteArguments } from './command.ts';
import { addAct } from './commands/acts.ts';
import { addFailures, addLog } from './commands/history.ts';
import { addKeys } from './commands/keys.ts';
import { addList, addPreview, addPublish, addResign } from './commands/releases.ts';
import { addBudget, addPaths } from './commands/rights.ts';
import { addStatus } from './commands/status.ts';
import { addPrune, addRepair, addStore, addVerify } from './commands/upkeep.ts';

/** In the order of the help. */
const commands: readonly AddCommand[] = [
  ...[addStatus, addList, addPublish],
  ...(['activate', 'rollback', 'undo', 'canary', 'pause', 'resume', 'promote', 'abort'] as const).map(addAct),
  addPreview,
  ...(['freeze', 'unfreeze', 'withdraw', 'restore'] as const).map(addAct),
  ...[addFailures, addLog, addVerify, addRepair, addPrune, addBudget, addPaths, addKeys, addResign, addStore],
];

interface ReleaseTerminal extends Terminal {
  environment: NodeJS.ProcessEnv;
  /** The pages of the site, which the server program makes; null where no command tries a release. */
  loadPages: LoadPages | null;
}

/**
 * Runs one command line and does not throw.
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage.
 */
export async function runCli(words: string[], terminal: ReleaseTerminal): Promise<number> {
  const { environment, loadPages } = terminal;
  // The store may hold text of other people, which must not control the terminal.
  const out = (text: string) => terminal.out(printable(text));
  const error = (text: string) => terminal.error(printable(text));
  let done = 0;
  const platform = openSitePlatform(environment, loadPages);
  const known = await listRemotes(platform);
  const program = buildProgram('npm run release --', 'Show, publish, switch and roll back the releases of the site.')
    .option('--dry-run', 'check everything, show what would change, change nothing')
    .option('--by <name>', 'your name for the log (default: your user name)', optionalText)
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
DATA_DIR names the folder with the release store (default: .data); SIGNING_KEY
the file of the private key that signs what you do.`,
    );
  const answer: Answer = async (work) => {
    const { by = systemUser(), dryRun = false, json } = program.opts();
    const { store } = platform;
    const outcome = await work({
      platform,
      store,
      by,
      dryRun,
      foundSite: () => foundThisSite(environment, by),
      previewKey: () => ensureKey(store.keysFolder, 'preview', readVariables(environment, ['PREVIEW_KEY']).PREVIEW_KEY),
      say: (line) => error(`${line}\n`),
    });
    out(`${json ? JSON.stringify(outcome.json, null, 2) : outcome.text}\n`);
    if (outcome.failed) done = 1;
  };
  const site: SiteArguments = {
    checkRemote: (text) => checkRemoteOf(known, text),
    checkHeld: (remote, id) => checkHeldIn(platform.store, remote, id),
  };
  for (const add of commands) add(program, answer, site);
  return (await runProgram(program, { words, terminal: { out, error }, inWords: describeError })) || done;
}

/**
 * The remotes with paths of the site, those of this repository, and the shell, which is released like one. The command
 * itself reports an unreadable store.
 */
async function listRemotes({ chain }: ReleasePlatform): Promise<string[]> {
  await chain.refresh({ whole: true }).catch(() => {});
  return [...new Set([...knownRemotes, ...KeyRights.remotesIn(chain.rights.namespaces), shellName])];
}

function checkRemoteOf(known: readonly string[], remote: string): string {
  if (known.includes(remote)) return remote;
  throw new ReleaseError(
    'bad-name',
    `There is no remote ${JSON.stringify(remote.slice(0, 80))}${didYouMean(remote, known) || '.'} The site has ${known.join(', ')}.`,
  );
}

async function checkHeldIn(store: ReleaseStore, remote: string, id: string): Promise<string> {
  ReleaseFiles.checkReleaseName(remote, id);
  const held = await store.listReleases(remote);
  if (held.includes(id)) return id;
  const hint = didYouMean(id, held) || `; "npm run release -- list ${remote}" shows those it holds.`;
  throw new ReleaseError('release-missing', `The store holds no release ${id} of ${remote}${hint}`);
}

function describeError(error: unknown): Failure {
  if (error instanceof ReleaseError) {
    const details = error instanceof GateRefusal ? { details: { findings: error.findings } } : {};
    return { message: error.message, code: error.code, exitCode: 1, ...details };
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = `This is a bug of the release command. Please report it:\n${detail}`;
  return { message, code: 'fault', exitCode: 1 };
}
