import type { AddCommand } from '../command.ts';
import { count, table } from '../layout.ts';

export const addStore: AddCommand = (program, answer) => {
  program
    .command('store')
    .description('Look at the release store itself')
    .command('check')
    .description(
      'Try whether the store does what releases rest on: 32 writers at once, fresh lists, absence, its clock',
    )
    .action(() =>
      answer(async ({ store }) => {
        const findings = await store.probe();
        const failing = findings.filter(({ holds }) => !holds).length;
        if (findings.length === 0) {
          const text = `The store is the folder ${store.place}: it rests on the hard links of its file system, and there is nothing more to try.`;
          return { text, json: { store: store.place, findings } };
        }
        const rows = findings.map(({ what, holds, words }) => [what, holds ? 'holds' : 'FAILS', words]);
        const text = [table(['what', '', store.place], rows), `${count(failing, 'problem')}.`].join('\n');
        return { text, json: { store: store.place, findings }, failed: failing > 0 };
      }),
    );
};
