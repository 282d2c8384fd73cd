import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { FolderReleaseStore, GateRefusal, messageOf, ReleaseError } from '../platform/index.ts';
import { dataFolder } from '../settings/places.ts';
import { buildReleasePolicy } from '../settings/release-policy.ts';
import { type Command, type Invocation, type Outcome, textOption, UsageError, type Values } from './command.ts';
import { commands } from './commands.ts';
import { didYouMean } from './did-you-mean.ts';
import { commandHelp, overview } from './help.ts';

interface Terminal {
  environment: NodeJS.ProcessEnv;
  out: (text: string) => void;
  error: (text: string) => void;
}

const commonOptions = {
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  by: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs one command line. Gives the exit code: 0 done, 1 refused or failed, 2 wrong usage. Never throws. */
export async function runCli(words: string[], terminal: Terminal): Promise<number> {
  const json = words.includes('--json');
  try {
    const outcome = await answer(words, terminal);
    terminal.out(`${json ? JSON.stringify(outcome.json, null, 2) : outcome.text}\n`);
    return outcome.failed ? 1 : 0;
  } catch (error) {
    const { message, code } = inWords(error);
    if (json) terminal.out(`${JSON.stringify({ error: { code, message, ...findingsOf(error) } }, null, 2)}\n`);
    terminal.error(`${message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function answer([name, ...rest]: string[], terminal: Terminal): Promise<Outcome> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const asked = commands.find((command) => command.name === rest[0]);
    const text = asked ? commandHelp(asked) : overview(commands);
    return { text, json: commands.map(({ name, usage, summary }) => ({ name, usage, summary })) };
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    const hint =
      didYouMean(
        name,
        commands.map((candidate) => candidate.name),
      ) || ';';
    throw new UsageError(`There is no command "${name}"${hint} "npm run release -- help" lists them.`);
  }
  const { values, positionals } = readWords(command, rest);
  if (values.help) return { text: commandHelp(command), json: { usage: command.usage } };
  if (positionals.length < command.positionals.least || positionals.length > command.positionals.most) {
    throw new UsageError(`Usage: npm run release -- ${command.name} ${command.usage}`.trim());
  }
  return command.run(invocationOf(values, positionals, terminal));
}

function readWords(command: Command, words: string[]): { values: Values; positionals: string[] } {
  const options = { ...command.options, ...commonOptions };
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    const sentence = messageOf(error).split('. ')[0];
    const unknown = /'--([^']+)'/.exec(sentence ?? '')?.[1] ?? '';
    const hint = sentence?.startsWith('Unknown') ? didYouMean(unknown, Object.keys(options)) : '';
    const help = `"npm run release -- ${command.name} --help" lists the options.`;
    throw new UsageError(`${sentence}${hint || '.'} ${help}`);
  }
}

function invocationOf(values: Values, positionals: string[], { environment, error }: Terminal): Invocation {
  const store = new FolderReleaseStore(dataFolder(environment));
  return {
    positionals,
    values,
    platform: { store, policy: buildReleasePolicy(environment) },
    store,
    by: textOption(values, 'by') ?? systemUser(environment),
    dryRun: values['dry-run'] === true,
    say: (line) => error(`${line}\n`),
  };
}

/** Containers often run under a user id without a name. */
function systemUser(environment: NodeJS.ProcessEnv): string {
  try {
    return userInfo().username;
  } catch {
    return environment.USER || `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

function inWords(error: unknown): { message: string; code: string } {
  if (error instanceof ReleaseError) return { message: error.message, code: error.code };
  if (error instanceof UsageError) return { message: error.message, code: 'usage' };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `This is a fault of the release command itself, please report it:\n${detail}`, code: 'fault' };
}

function findingsOf(error: unknown) {
  return error instanceof GateRefusal ? { findings: error.findings } : {};
}
