import { Upkeep } from '../../platform/index.ts';
import type { AddCommand } from '../command.ts';
import { count, table } from '../layout.ts';

export const addStore: AddCommand = (program, answer) => {
  program
    .command('store')
    .description('Inspect the release store')
    .command('check')
    .description('Test the bucket, verify everything in the store, and list orphans')
    .action(() =>
      answer(async ({ platform }) => {
        const { place } = platform.store;
        const check = await Upkeep.checkStore(platform);
        const { findings, problems, notes, releases, revisions } = check;
        const rows = findings.map(({ what, holds, words }) => [what, holds ? 'holds' : 'FAILS', words]);
        const failing = findings.filter(({ holds }) => !holds).length;
        const summary = [count(releases, 'release'), count(revisions, 'revision'), count(problems.length, 'problem')];
        const text = [
          ...(rows.length > 0 ? [table(['what', '', place], rows)] : [`The store is the folder ${place}.`]),
          // The results of the bucket test have been printed above.
          ...problems.slice(failing),
          ...notes,
          `${summary.join(', ')}.`,
        ].join('\n');
        return { text, json: { store: place, ...check }, failed: problems.length > 0 };
      }),
    );
};
