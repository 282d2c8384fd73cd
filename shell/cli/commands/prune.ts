import { pruneStore } from '../../platform/index.ts';
import { type Command, textOption, UsageError } from '../command.ts';
import { count } from '../layout.ts';

export const pruneCommand: Command = {
  name: 'prune',
  summary: 'Remove releases that nothing names and no tab can still use',
  usage: '[--keep <n>] [--hours <n>] [--reason "..."]',
  positionals: { least: 0, most: 0 },
  options: {
    keep: { type: 'string', value: 'n', help: 'releases of each remote that stay; 10 or more' },
    hours: { type: 'string', value: 'n', help: 'how long ago it was last in use; 24 or more' },
    reason: { type: 'string', value: 'text', help: 'why, for the log' },
  },
  async run({ store, values, by, dryRun }) {
    const keep = atLeast(textOption(values, 'keep'), '--keep', 10);
    const hours = atLeast(textOption(values, 'hours'), '--hours', 24);
    const removed = await pruneStore(store, { by, reason: textOption(values, 'reason') ?? '', keep, hours, dryRun });
    const summary = `${count(removed.length, 'release')} ${dryRun ? 'would be removed' : 'removed'}.`;
    return { text: [...removed, summary].join('\n'), json: { removed, dryRun } };
  },
};

function atLeast(text: string | undefined, option: string, least: number): number {
  const value = Number(text ?? least);
  if (Number.isInteger(value) && value >= least) return value;
  throw new UsageError(`${option} takes a whole number from ${least} up.`);
}
