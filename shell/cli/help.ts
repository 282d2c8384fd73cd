import type { Command } from './command.ts';

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Which release of each remote is live, and how to change that.

Usage: npm run release -- <command> [words] [options]

Commands
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

Options of every command
  --json       answer for machines (with "npm run -s", so that npm adds nothing)
  --dry-run    check everything, show what would change, change nothing
  --by <name>  who acts, for the log; else the system's user
  --help       how a command is used

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
DATA_DIR names the folder with the release store (default: .data).`;
}

export function commandHelp({ name, usage, summary, options }: Command): string {
  const lines = Object.entries(options).map(([option, { value, help }]) => ({
    option: `--${option}${value ? ` <${value}>` : ''}`,
    help,
  }));
  const width = Math.max(0, ...lines.map(({ option }) => option.length));
  const own = lines.map(({ option, help }) => `  ${option.padEnd(width)}  ${help}`).join('\n');
  return `${summary}.

Usage: npm run release -- ${`${name} ${usage}`.trim()}
${own ? `\nOptions\n${own}\n` : ''}
Every command also knows --json, --dry-run, --by and --help.`;
}
