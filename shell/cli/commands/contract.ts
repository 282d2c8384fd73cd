import { Upkeep } from '../../platform/index.ts';
import type { AddCommand, Invocation, Outcome } from '../command.ts';
import { count } from '../layout.ts';

export const addContract: AddCommand = (program, answer) => {
  program
    .command('contract')
    .description('Say which releases in use the shell of this checkout would break, before it goes live')
    .option('--pages', 'also render their pages with the built shell, and open them in a browser')
    .action(({ pages = false }) => answer((invocation) => compare(invocation, pages)));
};

/** Fails for live releases and canaries; of those before them it only warns, since nobody has them now. */
async function compare({ platform, say }: Invocation, pages: boolean): Promise<Outcome> {
  if (pages) say('Every page of every release in use is tried; this takes some seconds for each release.');
  const notes: string[] = [];
  const { asked, broken } = await Upkeep.findBrokenReleases(platform, { pages, notes });
  const lines = broken.flatMap(({ remote, id, state, findings }) => [
    `${remote} ${id} (${state}) would break:`,
    ...findings.map(({ rule, problem }) => `  [${rule}] ${problem}`),
  ]);
  const failed = broken.some(({ state }) => state !== 'previous');
  const { sharedModules } = platform.policy;
  const headline =
    broken.length === 0
      ? `${count(asked, 'release')} in use, none of which this shell would break.`
      : 'Have these squads build against this shell and publish, or share the older version beside it, before it goes live.';
  const looked = [...new Set(notes)].map((note) => `Looked with ${note}.`);
  const text = [...lines, ...looked, headline].join('\n');
  return { text, json: { sharedModules, asked, broken, notes: [...new Set(notes)] }, failed };
}
