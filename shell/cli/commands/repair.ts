import { Repairs } from '../../platform/index.ts';
import type { AddCommand } from '../command.ts';

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
