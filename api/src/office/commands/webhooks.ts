import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError } from 'kit/server/command-error';
import { wholeNumber } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import { noted } from '../../inbox/audit.ts';
import type { SubmissionKind } from '../../submissions/kinds.ts';
import type { Answer } from '../office.ts';
import { nameOfDecider } from '../option-values.ts';
import {
  addEndpoint,
  kindNames,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../webhook-commands.ts';

const whose =
  'Name the owner: --partner <name> for a partner, who gets only its own forms, or --office for the office, which gets all forms.';

const mostHours = 24 * 30;

function hoursOf(text: string): number {
  const hours = wholeNumber(0)(text);
  if (hours <= mostHours) return hours;
  throw new InvalidArgumentError(`It takes at most ${mostHours} hours: an old secret must end.`);
}

function kindsOf(text: string): SubmissionKind[] {
  return text.split(',').map((word) => {
    const kind = kindNames.find((name) => name === word.trim());
    if (kind) return kind;
    throw new InvalidArgumentError(`It takes ${kindNames.join(', ')}, with commas between them.`);
  });
}

export function addWebhooks(program: CommandUnknownOpts, answer: Answer, allowPrivate: boolean): void {
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
    .option('--by <name>', 'your name for the log (default: your user name)', nameOfDecider)
    .action((name, url, { kinds, partner, office = false, by = systemUser() }) =>
      answer((database) => {
        if (office === (partner !== undefined)) throw new CommandError(whose);
        const details = { name, partner: partner ?? null };
        return noted(database, { act: 'webhook-add', by, details }, () =>
          addEndpoint(database, { name, url, kinds, partner, allowPrivate, by }),
        );
      }),
    );
  webhooks
    .command('rotate')
    .description('Create a new secret; the old one signs as well for some hours')
    .argument('<name>')
    .option('--hours <n>', 'how long the old one signs (default: 24); 0 if it leaked', hoursOf)
    .action((name, { hours = 24 }) =>
      answer((database) =>
        noted(database, { act: 'webhook-rotate', details: { name, hours } }, () => rotateSecret(database, name, hours)),
      ),
    );
  webhooks
    .command('remove')
    .description('Remove a webhook; deliveries that wait for it are dropped')
    .argument('<name>')
    .action((name) =>
      answer((database) =>
        noted(database, { act: 'webhook-remove', details: { name } }, () => removeEndpoint(database, name)),
      ),
    );
  webhooks
    .command('test')
    .description('Post a test event now, and show the answer')
    .argument('<name>')
    .action((name) => answer((database) => testEndpoint(database, name, allowPrivate)));
}
