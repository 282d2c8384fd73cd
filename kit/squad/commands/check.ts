import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommandError } from '../../server/command-error.ts';
import { buildRemote } from '../build/build-remote.ts';
import { askRules } from '../check/ask-rules.ts';
import { checkTypes } from '../check/check-types.ts';
import { siteAddress } from '../site/site-address.ts';
import { SiteClient } from '../site-client/site-client.ts';
import { type Outcome, say, step } from './answer.ts';

export function addCheckCommand(program: CommandUnknownOpts): void {
  program
    .command('check')
    .description('Check types, build, and ask the build what the gate of the site will ask')
    .option('--site <url>', 'the site, if not the one in package.json')
    .option('--json', 'answer for machines')
    .action(async ({ site }, command) => say(command, await checkRemote(process.cwd(), site)));
}

/**
 * Types, build, and the rules of the site's gate that can be asked here.
 *
 * @throws CommandError that names everything that would be refused.
 */
export async function checkRemote(folder: string, option: string | undefined): Promise<Outcome> {
  const site = siteAddress(option, folder);
  const contract = await new SiteClient({ site }).readContract();
  await step('the types hold', () => checkTypes(folder));
  const dist = await step('the remote is built', () => buildRemote(folder));
  const { id, findings, asked, left } = await step(`the rules of ${site}`, () => askRules(dist, contract));
  if (findings.length > 0) {
    const lines = findings.map(({ rule, problem, remedy }) => `  ${rule}: ${problem}\n    ${remedy}`);
    throw new CommandError(`${site} would refuse ${id}:\n${lines.join('\n')}`, 1);
  }
  return {
    text: `${id} holds ${asked.join(', ')}. The site itself asks ${left.join(', ')} when it goes live.`,
    json: { id, site, asked, left },
  };
}
