import { Upkeep } from '../../platform/index.ts';
import type { AddCommand, Invocation, Outcome } from '../command.ts';
import { count } from '../layout.ts';

export const addContract: AddCommand = (program, answer) => {
  program
    .command('contract')
    .description('Check which releases in use the shell of this checkout would break')
    .option('--pages', 'also render their pages with the built shell, and open them in a browser')
    .action(({ pages = false }) => answer((invocation) => compare(invocation, pages)));
};

/** Fails for live releases and canaries. For previous releases it only warns, because no visitor gets them. */
async function compare({ platform, say }: Invocation, pages: boolean): Promise<Outcome> {
  if (pages) say('Testing every page of every release in use: some seconds for each release.');
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
  const looked = [...new Set(notes)].map((note) => `Tested with ${note}.`);
  const text = [...lines, ...looked, headline].join('\n');
  return { text, json: { sharedModules, asked, broken, notes: [...new Set(notes)] }, failed };
}
