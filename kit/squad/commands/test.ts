import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommandError } from '../../server/command-error.ts';
import { resolveFrom, runNode } from '../run-command.ts';
import { say, step } from './answer.ts';
import { checkRemote } from './check.ts';

export function addTestCommand(program: CommandUnknownOpts): void {
  program
    .command('test')
    .description('Run the tests of the remote, then everything that "check" does')
    .argument('[files...]', 'run the tests of these alone, and nothing else')
    .option('--site <url>', 'the site, if not the one in package.json')
    .option('--json', 'answer for machines')
    .action(async (files, { site }, command) => {
      const folder = process.cwd();
      await step('the tests pass', () => runTests(folder, files));
      if (files.length === 0) say(command, await checkRemote(folder, site));
    });
}

async function runTests(folder: string, files: readonly string[]): Promise<void> {
  if (!existsSync(path.join(folder, 'jest.config.mjs'))) {
    throw new CommandError(`There is no jest.config.mjs in ${folder}: run this in the folder of a remote.`);
  }
  const jest = path.join(path.dirname(resolveFrom(import.meta.dirname, 'jest/package.json')), 'bin/jest.js');
  const environment = {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings`.trim(),
  };
  const { code } = await runNode(jest, [...files], { folder, environment, shown: true });
  if (code !== 0) throw new CommandError('Tests failed; Jest says which above.', 1);
}
