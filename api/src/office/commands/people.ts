import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { wholeNumber } from 'kit/server/command-line';
import { listAudit } from '../../inbox/audit.ts';
import { erasePerson, exportPerson, lookUpPerson, type Progress } from '../../inbox/person.ts';
import { contactOf } from '../../inbox/search-query.ts';
import { byOption, type Tools, upperCase } from '../office.ts';
import { checkForm } from '../submission-commands.ts';

function contact(text: string): string {
  if (contactOf(text) !== null) return text.trim();
  throw new InvalidArgumentError('It takes a mail address, or a telephone number of at least eight digits.');
}

/** The commands for a person's requests for access or erasure, by mail address or telephone number. */
export function addPeople(program: CommandUnknownOpts, { answer, print, dataDir, error }: Tools): void {
  const people = program
    .command('person')
    .description('Customer look-up: everything from one mail address or phone number');
  const named = (command: string, description: string) =>
    people
      .command(command)
      .description(description)
      .argument('<who>', 'the mail address or phone number in the forms', contact)
      .addOption(byOption);
  named('show', 'Show how much there is, and who received it').action((who, { by }) =>
    answer(async (database) => {
      const { forms, ...sums } = await lookUpPerson(database, who, { by, role: 'command' }, 'person');
      const references = forms.map(({ reference }) => reference);
      return [{ ...sums, mentions: sums.mentions.join(' '), told: sums.told.join(' '), forms: references.join(' ') }];
    }),
  );
  named('export', 'Export it as JSON, for the person who asked').action((who, { by }) =>
    print(async (database) => {
      await lookUpPerson(database, who, { by, role: 'command' }, 'export-person');
      return exportPerson(database, who);
    }),
  );
  named('erase', 'Erase it; every webhook that received it is told')
    .requiredOption('--forms <n>', 'how many there are, as "person show" says: others are not touched', wholeNumber(0))
    .action((who, { by, forms: count }) =>
      answer(async (database) => {
        const actor = { by, role: 'command' } as const;
        const erased = await erasePerson(database, { who, count }, actor, dataDir, reportTo(error));
        return [{ ...erased, references: erased.references.join(' '), told: erased.told.join(' ') }];
      }),
    );
}

/** Prints a line for each tenth of a table, because a large one takes minutes. */
function reportTo(error: Tools['error']) {
  let last = '';
  return ({ table, percent }: Progress) => {
    const line = `${table}: ${Math.floor(percent / 10) * 10} % searched\n`;
    if (line !== last && percent >= 10) error(line);
    last = line;
  };
}

export function addAudit(program: CommandUnknownOpts, { answer }: Tools): void {
  program
    .command('audit')
    .description('The audit log: who viewed and changed what, newest first')
    .argument('[reference]', 'only of this form', upperCase)
    .option('--before <id>', 'only entries before that one', (text) => String(wholeNumber(1)(text)))
    .option('--limit <n>', 'at most this many (default: 50)', wholeNumber(1))
    .action((reference, { before = null, limit = 50 }) =>
      answer(async (database) => {
        const { entries } = await listAudit(database, { before, reference: reference ?? null, limit });
        if (entries.length === 0 && reference !== undefined) await checkForm(database, reference);
        return entries;
      }),
    );
}
