import { Upkeep } from '../../platform/index.ts';
import type { AddCommand } from '../command.ts';
import { count } from '../layout.ts';

export const addVerify: AddCommand = (program, answer) => {
  program
    .command('verify')
    .description('Check every file, signature and revision of the store')
    .action(() =>
      answer(async ({ platform }) => {
        const report = await Upkeep.verifyStore(platform);
        const { releases, revisions, problems } = report;
        const summary = `${count(releases, 'release')}, ${count(revisions, 'revision')}, ${count(problems.length, 'problem')}.`;
        return { text: [...problems, summary].join('\n'), json: report, failed: problems.length > 0 };
      }),
    );
};
