import { Command, CommanderError, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError } from './command-error.ts';

export interface Terminal {
  out: (text: string) => void;
  /** Writes refusals and progress, which must not mix with an answer that a script reads. */
  error: (text: string) => void;
}

/** The terminal of this process. A reader that closes the pipe early, such as `| head`, is not an error. */
export function processTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  };
}

/** A failure: one sentence, a stable code, the exit code, and details for programs. */
export interface Failure {
  message: string;
  code: string;
  exitCode: number;
  details?: object;
}

interface Run {
  words: string[];
  terminal: Terminal;
  /** Describes an error that is neither wrong usage nor a CommandError. */
  inWords: (error: unknown) => Failure;
}

/**
 * Creates a command line with the common settings: groups list their commands, each command lists all its options, and
 * `--json` exists.
 */
export function buildProgram(name: string, description: string) {
  return new Command(name)
    .description(description)
    .configureHelp({ showGlobalOptions: true, subcommandTerm: termOf, minWidthToWrap: 30 })
    .showHelpAfterError(`"${name} help" lists the commands, --help behind one of them its options.`)
    .exitOverride()
    .option('--json', 'answer for machines (with "npm run -s", so that npm adds nothing)');
}

/** A wider column would push the descriptions out of the window. */
const maxTermLength = 40;

function termOf(command: CommandUnknownOpts): string {
  const words = command.commands.map((each) => each.name()).join('|');
  return [command.name(), words.length > maxTermLength ? '...' : words].join(' ').trim();
}

/**
 * Runs one command line of a program made by `buildProgram` and does not throw. Without arguments it prints the help.
 * @returns the exit code: 0 done, 2 wrong usage, or the failure's code.
 */
export async function runProgram(program: CommandUnknownOpts, { words, terminal, inWords }: Run): Promise<number> {
  const json = words.includes('--json');
  const written = { help: '', refusal: '' };
  listenTo(program, written);
  program.hook('preAction', (_program, command) => refuseOptionsAsValues(command, words));
  try {
    await program.parseAsync(words.length > 0 ? words : ['help'], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      terminal.out(json ? inJson(listCommands(program)) : written.help);
      return 0;
    }
    const { message, exitCode, code, details } = failureOf(error, written.refusal, inWords);
    if (json) terminal.out(inJson({ error: { code, message, ...details } }));
    terminal.error(`${message}\n`);
    return exitCode;
  }
}

/** Commander copies a program's settings when a command is created, so each command gets them again. */
function listenTo(command: CommandUnknownOpts, written: { help: string; refusal: string }): void {
  command.configureOutput({
    writeOut: (text) => {
      written.help += text;
    },
    writeErr: (text) => {
      written.refusal += text;
    },
    getOutHelpWidth: () => 80,
    getErrHelpWidth: () => 80,
  });
  for (const each of command.commands) listenTo(each, written);
}

/**
 * Commander takes any argument after an option as its value: `--reason --dyr-run` would turn an intended dry run into a
 * real one. Such a value must be written `--reason=--dyr-run`.
 */
function refuseOptionsAsValues(command: CommandUnknownOpts, words: readonly string[]): void {
  for (const [name, value] of Object.entries(command.optsWithGlobals())) {
    if (typeof value !== 'string' || !/^--?[a-z][\w-]*(=|$)/i.test(value) || !words.includes(value)) continue;
    command.error(`error: the value of --${name} is missing: ${value} is an option itself`);
  }
}

function failureOf(error: unknown, refusal: string, inWords: Run['inWords']): Failure {
  if (error instanceof CommanderError) {
    const message = refusal.trim().replace(/^error: (.)/, (_, letter: string) => letter.toUpperCase());
    return { message, code: 'usage', exitCode: 2 };
  }
  if (error instanceof CommandError) return error;
  return inWords(error);
}

function listCommands(program: CommandUnknownOpts, before = ''): { name: string; usage: string; summary: string }[] {
  return program.commands.flatMap((command) => {
    const name = `${before}${command.name()}`;
    const own = { name, usage: command.usage(), summary: command.description() };
    return [own, ...listCommands(command, `${name} `)];
  });
}

function inJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Larger than any list, and valid as a number of rows in PostgreSQL. */
const maxNumber = 1_000_000_000;

export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isInteger(value) && value >= min && value <= maxNumber) return value;
    if (value > maxNumber) throw new InvalidArgumentError('It takes a whole number of at most 1,000,000,000.');
    throw new InvalidArgumentError(`It takes a whole number from ${min} up.`);
  };
}
