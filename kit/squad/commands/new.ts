import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { createRepository } from '../new/create-repository.ts';
import { siteAddress } from '../site/site-address.ts';
import { say } from './answer.ts';

export function addNewCommand(program: CommandUnknownOpts): void {
  program
    .command('new')
    .description('Make a repository for a new remote: two pages, a form, tests, CI')
    .argument('<name>', 'mf- and lower case words, for example mf-careers')
    .requiredOption('--site <url>', 'the site that it is for; its packages come from there')
    .option('--folder <folder>', 'where to, if not a folder of the name here')
    .option('--json', 'answer for machines')
    .action(async (name, { site, folder = name }, command) => {
      say(command, await createRepository({ name, site: siteAddress(site, '.'), folder: path.resolve(folder) }));
    });
}
