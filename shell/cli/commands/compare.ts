import {
  type Change,
  comparePages,
  compareReleases,
  type PagePair,
  type ReleaseComparison,
  readRights,
} from '../../platform/index.ts';
import type { AddCommand } from '../command.ts';
import { count, minute, table } from '../layout.ts';
import { checkHeld } from '../remote-argument.ts';

export const addCompare: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('compare')
    .description('Show what two releases of a remote differ in')
    .argument('<remote>', 'whose', checkRemote)
    .argument('<one>', 'a release, as "list" shows it')
    .argument('<other>', 'another one')
    .option('--html', 'render the pages of both, and say which differ')
    .action((remote, one, other, { html }) =>
      answer(async ({ platform, store }) => {
        await readRights(platform);
        for (const id of [one, other]) await checkHeld(store, remote, id);
        const comparison = await compareReleases(platform, { remote, one, other });
        const pages = html ? await comparePages(platform, { remote, one, other }) : null;
        return { text: describe(comparison, pages), json: { ...comparison, ...(pages && { pages }) } };
      }),
    );
};

function describe({ remote, one, other, budget, routes, files, needs }: ReleaseComparison, pages: PagePair[] | null) {
  const rows = [one, other].map(({ id, builtAt, publishedBy, files: amount, bytes, weight }) => [
    id,
    minute(builtAt),
    publishedBy ?? 'nobody',
    String(amount),
    kilobytes(bytes),
    weight ? kilobytes(weight.registered) : 'damaged',
    weight ? kilobytes(weight.page) : 'damaged',
  ]);
  const limits = ['budget', '', '', '', '', kilobytes(budget.registered), kilobytes(budget.page)];
  const lines = [
    ...lineFor('pages', routes, ({ path, fields }) => path + (fields.length > 0 ? ` (${fields.join(', ')})` : '')),
    ...lineFor('files', files, ({ path }) => path),
    ...lineFor('needs', needs, (need) => `${need.module} of ${need.chunk}: ${need.one ?? '-'} -> ${need.other ?? '-'}`),
    ...(pages ? lineFor('html', pages, ({ path }) => path) : []),
  ];
  const header = [remote, 'built', 'key', 'files', 'size', 'start', 'page'];
  return [table(header, [...rows, limits]), ...(lines.length > 0 ? lines : ['Nothing differs.'])].join('\n');
}

/** The most that anybody reads in a terminal; `--json` has all. */
const mostShown = 12;

function lineFor<Item extends { change: Change }>(
  what: string,
  items: readonly Item[],
  words: (item: Item) => string,
): string[] {
  return (['added', 'removed', 'changed'] as const).flatMap((change) => {
    const all = items.filter((item) => item.change === change);
    if (all.length === 0) return [];
    const more = all.length > mostShown ? [`  and ${count(all.length - mostShown, 'other')}`] : [];
    return [`${what} ${change}:`, ...all.slice(0, mostShown).map((item) => `  ${words(item)}`), ...more];
  });
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 100) / 10} kB`;
}
