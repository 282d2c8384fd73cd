import { type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { assigneePattern, leadStates, officeLimits } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import { wholeNumber } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import { writeAudit } from '../../inbox/audit.ts';
import { changeForm } from '../../inbox/change-forms.ts';
import { purge } from '../../inbox/erase-forms.ts';
import type { SubmissionKind } from '../../submissions/kinds.ts';
import { exportCsv, exportJson } from '../export-submissions.ts';
import { byOption, day, dayAlone, nameOfDecider, type Tools, upperCase } from '../office.ts';
import {
  countQuarantine,
  listQuarantine,
  listSubmissions,
  releaseFromQuarantine,
  returnLead,
} from '../submission-commands.ts';

const groups: readonly [name: string, kind: SubmissionKind, description: string][] = [
  ['leads', 'lead', 'Requests for leads'],
  ['intakes', 'intake', 'Intakes of exotic car rentals'],
  ['support', 'support', 'Requests for support'],
  ['feedback', 'feedback', 'Feedback about agents'],
  ['inquiries', 'inquiry', 'What the other forms ask'],
];

export function addSubmissions(program: CommandUnknownOpts, tools: Tools): void {
  const { audited, print, isJson } = tools;
  for (const [name, kind, description] of groups) {
    const group = program.command(name).description(description);
    group
      .command('list')
      .description('The newest ones')
      .option('--since <day>', 'from this day on, like 2026-11-20', day)
      .option('--limit <n>', 'at most this many (default: 50)', wholeNumber(1))
      .option('--all', 'with tests and quarantined forms')
      .action(({ since, limit, all = false }) =>
        audited({ act: 'list', details: { kind } }, (database) =>
          listSubmissions(database, { kind, since, limit, everything: all }),
        ),
      );
    group
      .command('export')
      .description('Export all of them with all fields')
      .option('--since <day>', 'from this day on, like 2026-11-20', day)
      .option('--limit <n>', 'at most this many', wholeNumber(1))
      .option('--all', 'with tests and quarantined forms')
      .addOption(new Option('--format <format>', 'csv opens in Excel').choices(['csv', 'json'] as const))
      .action(({ since, limit, all = false, format }) => {
        const selection = { kind, since, limit, everything: all };
        const pieces = isJson() || format === 'json' ? exportJson : exportCsv;
        return print(async (database) => {
          await writeAudit(database, { by: systemUser(), role: 'command' }, { act: 'export', details: { kind } });
          return pieces(database, selection);
        });
      });
    addWork(group, tools);
    if (kind === 'lead') addReturn(group, tools);
  }
}

function assigneeOf(text: string): string {
  if (text === '-') return '';
  if (assigneePattern.test(text)) return text;
  throw new InvalidArgumentError('It takes a name of at most 80 letters, digits, dots and dashes, or a mail address.');
}

function reminderOf(text: string): string {
  return text === '-' ? '' : dayAlone(text);
}

function noteOf(text: string): string {
  if (text.length <= officeLimits.note) return nameOfDecider(text);
  throw new InvalidArgumentError(`It takes at most ${officeLimits.note} characters.`);
}

function addWork(group: CommandUnknownOpts, { answer }: Tools): void {
  group
    .command('note')
    .description('Set the state of a form, who works on it or a reminder, or add a note')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .addOption(new Option('--state <state>', 'its new state').choices(leadStates))
    .option('--text <text>', 'the note', noteOf)
    .option('--assignee <name>', 'who works on it; "-" for nobody', assigneeOf)
    .option('--remind <day>', 'a reminder on this day, like 2026-11-20; "-" for none', reminderOf)
    .addOption(byOption)
    .action((reference, { state = null, text = '', assignee = null, remind: remindOn = null, by }) =>
      answer(async (database) => {
        if (state === null && text === '' && assignee === null && remindOn === null)
          throw new CommandError('Add --state, --text, --assignee or --remind.');
        const change = { forms: [{ reference, version: undefined }], state, assignee, remindOn, note: text };
        await changeForm(database, change, { by, role: 'command' });
        return [{ reference, state: state ?? 'as before', note: text }];
      }),
    );
}

function addReturn(leads: CommandUnknownOpts, { audited }: Tools): void {
  leads
    .command('return')
    .description('Return a lead: its partner is told, with the reason')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .requiredOption('--reason <text>', 'reason, for the partner', nameOfDecider)
    .addOption(byOption)
    .action((reference, { reason, by }) =>
      audited({ act: 'return', reference, by }, (database) => returnLead(database, reference, reason, by)),
    );
}

export function addQuarantine(program: CommandUnknownOpts, { answer, audited }: Tools): void {
  const quarantine = program.command('quarantine').description('Forms that a machine seems to have sent');
  quarantine
    .command('list')
    .description('List the quarantine, newest first')
    .option('--since <day>', 'from this day on, like 2026-11-20', day)
    .option('--limit <n>', 'at most this many (default: 50)', wholeNumber(1))
    .action(({ since, limit }) =>
      audited({ act: 'list', details: { place: 'quarantine' } }, (database) =>
        listQuarantine(database, { since, limit }),
      ),
    );
  quarantine
    .command('count')
    .description('Count them by kind and reason')
    .action(() => answer(countQuarantine));
  quarantine
    .command('release')
    .description('Release a form: it is delivered like any other')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .addOption(byOption)
    .action((reference, { by }) =>
      audited({ act: 'release', reference, by }, (database) => releaseFromQuarantine(database, reference, by)),
    );
}

export function addPurge(program: CommandUnknownOpts, { answer, dataDir }: Tools): void {
  program
    .command('purge')
    .description('Erase the personal data of one form; its reference stays')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .addOption(byOption)
    .action((reference, { by }) => answer((database) => purge(database, reference, { by, role: 'command' }, dataDir)));
}
