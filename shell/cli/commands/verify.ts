import { verifyStore } from '../../platform/index.ts';
import type { Command } from '../command.ts';
import { count } from '../layout.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Check every file, signature and revision of the store',
  usage: '',
  positionals: { least: 0, most: 0 },
  options: {},
  async run({ store }) {
    const report = await verifyStore(store);
    const { releases, revisions, problems } = report;
    const summary = `${count(releases, 'release')}, ${count(revisions, 'revision')}, ${count(problems.length, 'problem')}.`;
    return { text: [...problems, summary].join('\n'), json: report, failed: problems.length > 0 };
  },
};
