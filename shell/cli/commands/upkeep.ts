import { wholeNumber } from 'kit/server/command-line';
import { Repairs, Upkeep } from '../../platform/index.ts';
import { type AddCommand, optionalText } from '../command.ts';
import { count, table } from '../layout.ts';

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

export const addRepair: AddCommand = (program, answer) => {
  program
    .command('repair')
    .description("Restore damaged revisions from this machine's copy, and move invalid ones aside")
    .action(() =>
      answer(async ({ platform, dryRun }) => {
        const { restored, movedAside } = await Repairs.repairLog(platform, { dryRun });
        const [wrote, moved] = dryRun ? ['Would write', 'Would move'] : ['Wrote', 'Moved'];
        const lines = [
          ...restored.map((revision) => `${wrote} revision ${revision} back.`),
          ...movedAside.map((place) => `${moved} an invalid revision aside: ${place}.`),
        ];
        const text = lines.join('\n') || 'The log is complete and valid; nothing was changed.';
        return { text, json: { restored, movedAside, dryRun } };
      }),
    );
};

export const addPrune: AddCommand = (program, answer) => {
  program
    .command('prune')
    .description('Remove releases that are no longer in use')
    .option('--keep <n>', 'releases of each remote to keep; 10 or more', wholeNumber(10))
    .option('--hours <n>', 'hours since its last use; 24 or more', wholeNumber(24))
    .option('--reason <text>', 'why, for the log', optionalText)
    .action(({ keep = 10, hours = 24, reason = '' }) =>
      answer(async ({ platform, by, dryRun }) => {
        const removed = await Upkeep.pruneStore(platform, { by, reason, keep, hours, dryRun });
        const summary = `${count(removed.length, 'release')} ${dryRun ? 'would be removed' : 'removed'}.`;
        return { text: [...removed, summary].join('\n'), json: { removed, dryRun } };
      }),
    );
};

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
        const { findings, problems, releases, revisions } = check;
        const rows = findings.map(({ what, holds, words }) => [what, holds ? 'holds' : 'FAILS', words]);
        const failing = findings.filter(({ holds }) => !holds).length;
        const summary = [count(releases, 'release'), count(revisions, 'revision'), count(problems.length, 'problem')];
        const text = [
          ...(rows.length > 0 ? [table(['what', '', place], rows)] : [`The store is the folder ${place}.`]),
          // The results of the bucket test have been printed above.
          ...problems.slice(failing),
          `${summary.join(', ')}.`,
        ].join('\n');
        return { text, json: { store: place, ...check }, failed: problems.length > 0 };
      }),
    );
};
