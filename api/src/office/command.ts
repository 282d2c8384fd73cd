import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { addAgent, listAgents, setActive, updateAgent } from './agent-commands.ts';
import { CommandError } from './command-error.ts';
import { listDeliveries, retryDeliveries, showStatus } from './delivery-commands.ts';
import { exportCsv, exportJson } from './export-submissions.ts';
import { countQuarantine, listQuarantine, releaseFromQuarantine } from './quarantine-commands.ts';
import { listSubmissions, purge, type Selection } from './submission-commands.ts';
import { type Row, renderTable } from './table.ts';

export const help = `npm run office -- <command>

  leads list|export           also: intakes, support, feedback, inquiries
      --since 2026-11-01      from that day on
      --limit 20              at most so many (list: 50 unless said)
      --all                   with tests and what was quarantined
      --format csv|json       of an export (csv: opens in Excel)
  deliveries list             what waits for delivery and what was given up
      --dead                  only what was given up
      --all                   with what was delivered
      --waiting               only what waits
  deliveries status           whether mail server and CRM take anything, and what waits for them
  deliveries retry [ref]      try again now: one form, or everything that was given up
      --waiting               everything that waits, whenever its turn would be
  quarantine list             what was held back because a machine seems to have sent it
      --since, --limit        as above
  quarantine count
  quarantine release <ref>    deliver it like any other
      --by "Ada Lovelace"     who decided so (default: your user name)
  agents list
  agents add                  --name --code --business --tagline --voice
  agents update <name>        any of the same
  agents deactivate <name>    nobody finds it any more
  agents activate <name>
  purge <reference>           erase the personal data of one form, keep a trace

  --json prints JSON. Exit codes: 0 done, 1 failed, 2 called wrongly, 3 not found.
  The database is DATABASE_URL, else the embedded one of the running site (DATA_DIR).`;

const kinds: Record<string, SubmissionKind> = {
  leads: 'lead',
  intakes: 'intake',
  support: 'support',
  feedback: 'feedback',
  inquiries: 'inquiry',
};

const options = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  all: { type: 'boolean', default: false },
  dead: { type: 'boolean', default: false },
  waiting: { type: 'boolean', default: false },
  since: { type: 'string' },
  limit: { type: 'string' },
  format: { type: 'string' },
  name: { type: 'string' },
  code: { type: 'string' },
  business: { type: 'string' },
  tagline: { type: 'string' },
  voice: { type: 'string' },
  by: { type: 'string' },
} as const;

export function parseCommand(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message.split('.')[0] : error}. See --help.`);
  }
}

type Parsed = ReturnType<typeof parseCommand>;

/** Runs one command and gives what to print, piece by piece: an export may be longer than memory. */
export async function* streamCommand({ positionals, values }: Parsed, dataDir: string): AsyncGenerator<string> {
  const [group = '', action = ''] = positionals;
  const kind = kinds[group];
  const isJson = values.json || values.format === 'json';
  if (kind && action === 'export') {
    const selection = selectionOf(kind, values);
    yield* isJson ? exportJson(selection) : exportCsv(selection);
    return;
  }
  const rows = await rowsOf(positionals, values, dataDir);
  yield `${isJson ? JSON.stringify(rows, null, 2) : renderTable(rows)}\n`;
}

/** The same as one text. */
export async function runCommand(parsed: Parsed, dataDir: string): Promise<string> {
  let text = '';
  for await (const piece of streamCommand(parsed, dataDir)) text += piece;
  return text;
}

async function rowsOf(positionals: string[], values: Parsed['values'], dataDir: string): Promise<Row[]> {
  const [group = '', action = '', subject] = positionals;
  if (kinds[group]) {
    if (action === 'list') return listSubmissions(selectionOf(kinds[group], values));
    throw new CommandError(`Say list or export, not "${action}". See --help.`);
  }
  switch (`${group} ${action}`) {
    case 'deliveries list':
      return listDeliveries(values);
    case 'deliveries retry':
      return retryDeliveries({ reference: subject?.toUpperCase(), waiting: values.waiting });
    case 'deliveries status':
      return showStatus();
    case 'quarantine list':
      return listQuarantine({ since: sinceOf(values), limit: limitOf(values) });
    case 'quarantine count':
      return countQuarantine();
    case 'quarantine release':
      return releaseFromQuarantine(needed(subject, 'a reference like L-7F3K9Q').toUpperCase(), whoOf(values.by));
    case 'agents list':
      return listAgents();
    case 'agents add':
      return addAgent(values);
    case 'agents update':
      return updateAgent(needed(subject, 'the name of an agent'), values);
    case 'agents deactivate':
    case 'agents activate':
      return setActive(needed(subject, 'the name of an agent'), action === 'activate');
    default:
      if (group === 'purge')
        return purge(needed(action || undefined, 'a reference like L-7F3K9Q').toUpperCase(), dataDir);
      throw new CommandError(`There is no command "${positionals.join(' ')}". See --help.`);
  }
}

function selectionOf(kind: SubmissionKind, values: Parsed['values']): Selection {
  if (values.format !== undefined && !['csv', 'json'].includes(values.format)) {
    throw new CommandError(`--format must be csv or json, not "${values.format}".`);
  }
  return { kind, since: sinceOf(values), limit: limitOf(values), everything: values.all };
}

function sinceOf({ since }: Parsed['values']): Date | undefined {
  if (since === undefined) return undefined;
  const date = new Date(since);
  if (Number.isNaN(date.getTime())) throw new CommandError(`--since must be a date like 2026-11-20, not "${since}".`);
  return date;
}

function limitOf({ limit }: Parsed['values']): number | undefined {
  if (limit === undefined) return undefined;
  const number = Number(limit);
  if (Number.isInteger(number) && number > 0 && number <= 1_000_000_000) return number;
  throw new CommandError(`--limit must be a whole number above 0, not "${limit}".`);
}

function whoOf(by: string | undefined): string {
  if (by !== undefined && by.trim() === '') throw new CommandError('--by must name who decided.');
  return by?.trim() ?? systemUser();
}

/** Containers often run under a user id without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

function needed(text: string | undefined, what: string): string {
  if (text !== undefined) return text;
  throw new CommandError(`This command needs ${what}. See --help.`);
}
