import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wholeNumber } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import { noted } from '../../inbox/audit.ts';
import type { Answer } from '../office.ts';
import { nameOfDecider } from '../option-values.ts';
import { addKey, addPartner, limitPartner, listPartners, revokeKey } from '../partner-commands.ts';

export function addPartners(program: CommandUnknownOpts, answer: Answer): void {
  const partners = program.command('partners').description('Partners, who send forms with keys of their own');
  partners
    .command('list')
    .description('List partners and the ids of their keys')
    .action(() => answer(listPartners));
  partners
    .command('add')
    .description('Create a partner with a live key and a test key, which are shown only once')
    .argument('<name>', 'lower case letters, digits, dashes')
    .option('--per-minute <n>', 'posts a minute (default: 600)', wholeNumber(1))
    .option('--by <name>', 'your name for the log (default: your user name)', nameOfDecider)
    .action((name, { perMinute, by = systemUser() }) =>
      answer((database) =>
        noted(database, { act: 'partner-add', by, details: { name } }, () => addPartner(database, name, perMinute, by)),
      ),
    );
  partners
    .command('key')
    .description('Create another key; older ones work until they are revoked')
    .argument('<name>', 'of the partner')
    .option('--test', 'a test key: everything sent with it is a test')
    .option('--by <name>', 'your name for the log (default: your user name)', nameOfDecider)
    .action((name, { test = false, by = systemUser() }) =>
      answer((database) =>
        noted(database, { act: 'partner-key', by, details: { name, test } }, () => addKey(database, name, test, by)),
      ),
    );
  partners
    .command('revoke')
    .description('Revoke a key')
    .argument('<key>', 'its id, or the key itself')
    .option('--by <name>', 'your name for the log (default: your user name)', nameOfDecider)
    .action((key, { by = systemUser() }) =>
      answer((database) => noted(database, { act: 'partner-revoke', by }, () => revokeKey(database, key, by))),
    );
  partners
    .command('limit')
    .description('Change the posts a minute of a partner')
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
