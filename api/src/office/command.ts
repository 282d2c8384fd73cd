import { parseArgs } from 'node:util';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { addAgent, listAgents, setActive, updateAgent } from './agent-commands.ts';
import { CommandError } from './command-error.ts';
import { listDeliveries, retryDeliveries, showStatus } from './delivery-commands.ts';
import { exportSubmissions, listSubmissions, purge } from './submission-commands.ts';
import { type Row, renderCsv, renderTable } from './table.ts';

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
} as const;

export function parseCommand(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message.split('.')[0] : error}. See --help.`);
  }
}

type Parsed = ReturnType<typeof parseCommand>;

/** Runs one command and gives what to print. */
export async function runCommand({ positionals, values }: Parsed, dataDir: string): Promise<string> {
  const [group = '', action = ''] = positionals;
  const rows = await rowsOf(positionals, values, dataDir);
  if (action === 'export' && kinds[group] && values.format !== 'json' && !values.json) return renderCsv(rows);
  return `${values.json || values.format === 'json' ? JSON.stringify(rows, null, 2) : renderTable(rows)}\n`;
}

async function rowsOf(positionals: string[], values: Parsed['values'], dataDir: string): Promise<Row[]> {
  const [group = '', action = '', subject] = positionals;
  if (kinds[group]) return submissionRows(kinds[group], action, values);
  switch (`${group} ${action}`) {
    case 'deliveries list':
      return listDeliveries(values);
    case 'deliveries retry':
      return retryDeliveries({ reference: subject?.toUpperCase(), waiting: values.waiting });
    case 'deliveries status':
      return showStatus();
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

function submissionRows(kind: SubmissionKind, action: string, values: Parsed['values']): Promise<Row[]> {
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
    throw new CommandError(`--limit must be a whole number above 0, not "${values.limit}".`);
  }
  if (values.format !== undefined && !['csv', 'json'].includes(values.format)) {
    throw new CommandError(`--format must be csv or json, not "${values.format}".`);
  }
  const selection = { kind, since: values.since, limit, everything: values.all };
  if (action === 'list') return listSubmissions(selection);
  if (action === 'export') return exportSubmissions(selection);
  throw new CommandError(`Say list or export, not "${action}". See --help.`);
}

function needed(text: string | undefined, what: string): string {
  if (text !== undefined) return text;
  throw new CommandError(`This command needs ${what}. See --help.`);
}
