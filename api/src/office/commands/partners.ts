import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError } from 'kit/server/command-error';
import { wholeNumber } from 'kit/server/command-line';
import { kindNames, type SubmissionKind } from '../../submissions/kinds.ts';
import { byOption, type Tools } from '../office.ts';
import { addKey, addPartner, limitPartner, listPartners, revokeKey } from '../partner-commands.ts';
import {
  addEndpoint,
  checkName,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../webhook-commands.ts';

export function addPartners(program: CommandUnknownOpts, { answer, audited }: Tools): void {
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
    .addOption(byOption)
    .action((name, { perMinute, by }) =>
      audited({ act: 'partner-add', by, details: { name } }, (database) => addPartner(database, name, perMinute, by)),
    );
  partners
    .command('key')
    .description('Create another key; older ones work until they are revoked')
    .argument('<name>', 'of the partner')
    .option('--test', 'a test key: everything sent with it is a test')
    .addOption(byOption)
    .action((name, { test = false, by }) =>
      audited({ act: 'partner-key', by, details: { name, test } }, (database) => addKey(database, name, test, by)),
    );
  partners
    .command('revoke')
    .description('Revoke a key')
    .argument('<key>', 'its id, or the key itself')
    .addOption(byOption)
    .action((key, { by }) => audited({ act: 'partner-revoke', by }, (database) => revokeKey(database, key, by)));
  partners
    .command('limit')
    .description('Change the posts a minute of a partner')
    .argument('<name>', 'of the partner')
    .argument('<per-minute>', 'posts', wholeNumber(1))
    .action((name, perMinute) =>
      audited({ act: 'partner-limit', details: { name, perMinute } }, (database) =>
        limitPartner(database, name, perMinute),
      ),
    );
}

const whose =
  'Name the owner: --partner <name> for a partner, who gets only its own forms, or --office for the office, which gets all forms.';

const maxHours = 24 * 30;

function hoursOf(text: string): number {
  const hours = wholeNumber(0)(text);
  if (hours <= maxHours) return hours;
  throw new InvalidArgumentError(`It takes at most ${maxHours} hours: an old secret must end.`);
}

function kindsOf(text: string): SubmissionKind[] {
  const kinds = text.split(',').map((word) => {
    const kind = kindNames.find((name) => name === word.trim());
    if (kind) return kind;
    throw new InvalidArgumentError(`It takes ${kindNames.join(', ')}, with commas between them.`);
  });
  return [...new Set(kinds)];
}

export function addWebhooks(program: CommandUnknownOpts, { answer, audited, allowPrivate }: Tools): void {
  const webhooks = program.command('webhooks').description('Webhooks that get forms, beside CRM_WEBHOOK_URL');
  webhooks
    .command('list')
    .description('List webhooks and their state')
    .action(() => answer(listEndpoints));
  webhooks
    .command('add')
    .description('Add a webhook; shows the secret that signs its messages')
    .argument('<name>', 'lower case letters, digits, dashes')
    .argument('<address>', 'https://...')
    .option('--partner <name>', 'for this partner: it gets only what this partner sends')
    .option('--office', 'for the office: it gets all forms')
    .option('--kinds <kinds>', `only these forms: ${kindNames.join(',')}`, kindsOf)
    .addOption(byOption)
    .action((name, url, { kinds, partner, office = false, by }) =>
      audited({ act: 'webhook-add', by, details: { name, partner: partner ?? null } }, async (database) => {
        checkName(name);
        if (office === (partner !== undefined)) throw new CommandError(whose);
        return addEndpoint(database, { name, url, kinds, partner, allowPrivate, by });
      }),
    );
  webhooks
    .command('rotate')
    .description('Create a new secret; the old one signs as well for some hours')
    .argument('<name>')
    .option('--hours <n>', 'how long the old one signs (default: 24); 0 if it leaked', hoursOf)
    .action((name, { hours = 24 }) =>
      audited({ act: 'webhook-rotate', details: { name, hours } }, (database) => rotateSecret(database, name, hours)),
    );
  webhooks
    .command('remove')
    .description('Remove a webhook; deliveries that wait for it are dropped')
    .argument('<name>')
    .action((name) =>
      audited({ act: 'webhook-remove', details: { name } }, (database) => removeEndpoint(database, name)),
    );
  webhooks
    .command('test')
    .description('Post a test event now, and show the answer')
    .argument('<name>')
    .action((name) => answer((database) => testEndpoint(database, name, allowPrivate)));
}
