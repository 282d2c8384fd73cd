import { Repairs } from '../../platform/index.ts';
import type { AddCommand } from '../command.ts';

export const addRepair: AddCommand = (program, answer) => {
  program
    .command('repair')
    .description('Write damaged revisions back from the copy of this machine, and move aside what does not count')
    .action(() =>
      answer(async ({ platform, dryRun }) => {
        const { restored, movedAside } = await Repairs.repairLog(platform, { dryRun });
        const [wrote, moved] = dryRun ? ['Would write', 'Would move'] : ['Wrote', 'Moved'];
        const lines = [
          ...restored.map((revision) => `${wrote} revision ${revision} back.`),
          ...movedAside.map((place) => `${moved} what does not count aside: ${place}.`),
        ];
        const text = lines.join('\n') || 'The log is whole; nothing was changed.';
        return { text, json: { restored, movedAside, dryRun } };
      }),
    );
};
