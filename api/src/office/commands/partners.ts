import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wholeNumber } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import { noted } from '../../inbox/audit.ts';
import type { Answer } from '../office.ts';
import { nameOfDecider } from '../option-values.ts';
import { addKey, addPartner, limitPartner, listPartners, revokeKey } from '../partner-commands.ts';

export function addPartners(program: CommandUnknownOpts, answer: Answer): void {
  const partners = program.command('partners').description('Who sends forms with keys of their own');
  partners
    .command('list')
    .description('All of them with their keys, of which only the ids are known')
    .action(() => answer(listPartners));
  partners
    .command('add')
    .description('Make a partner, a live key and a test key, which are shown this once')
    .argument('<name>', 'lower case letters, digits, dashes')
    .option('--per-minute <n>', 'posts that it may send in a minute; 600 unless told', wholeNumber(1))
    .option('--by <name>', 'who decided so; else your user name', nameOfDecider)
    .action((name, { perMinute, by = systemUser() }) =>
      answer((database) =>
        noted(database, { act: 'partner-add', by, details: { name } }, () => addPartner(database, name, perMinute, by)),
      ),
    );
  partners
    .command('key')
    .description('Make another key; the ones before stay until they are revoked')
    .argument('<name>', 'of the partner')
    .option('--test', 'one with which everything is a test')
    .option('--by <name>', 'who decided so; else your user name', nameOfDecider)
    .action((name, { test = false, by = systemUser() }) =>
      answer((database) =>
        noted(database, { act: 'partner-key', by, details: { name, test } }, () => addKey(database, name, test, by)),
      ),
    );
  partners
    .command('revoke')
    .description('Refuse a key from now on')
    .argument('<key>', 'its id, or the key itself')
    .option('--by <name>', 'who decided so; else your user name', nameOfDecider)
    .action((key, { by = systemUser() }) =>
      answer((database) => noted(database, { act: 'partner-revoke', by }, () => revokeKey(database, key, by))),
    );
  partners
    .command('limit')
    .description('Change what a partner may send in a minute')
    .argument('<name>', 'of the partner')
    .argument('<per-minute>', 'posts', wholeNumber(1))
    .action((name, perMinute) =>
      answer((database) =>
        noted(database, { act: 'partner-limit', details: { name, perMinute } }, () =>
          limitPartner(database, name, perMinute),
        ),
      ),
    );
}
