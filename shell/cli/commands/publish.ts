import { join } from 'node:path';
import { Publishing } from '../../platform/index.ts';
import { repositoryRoot } from '../../settings/places.ts';
import { foundThisSite } from '../../settings/site-platform.ts';
import { buildRemote } from '../build-remote.ts';
import { type AddCommand, optionalText } from '../command.ts';
import { count } from '../layout.ts';

export const addPublish: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('publish')
    .description('Build a remote, or the shell, and put the release into the store; nothing goes live')
    .argument('<remote>', 'which', checkRemote)
    .option('--from <folder>', 'publish this build output instead of building', optionalText)
    .action((remote, { from }) =>
      answer(async ({ platform, by, dryRun, environment, say }) => {
        if (!from) await buildRemote(remote, say);
        const folder = from ?? join(repositoryRoot, remote, 'dist');
        if (!dryRun && !platform.chain.rights.content) {
          // The build is checked first, so that a build that cannot be published creates no keys.
          await Publishing.publishRelease(platform, folder, { remote, dryRun: true });
          for (const sentence of await foundThisSite(environment, by)) say(sentence);
        }
        const { record, added } = await Publishing.publishRelease(platform, folder, { remote, dryRun });
        const files = count(Object.keys(record.files).length, 'file');
        return {
          text: describe(`${remote} ${record.id}`, files, { added, dryRun }),
          json: { remote, id: record.id, commit: record.commit, added: added && !dryRun, dryRun },
        };
      }),
    );
};

function describe(release: string, files: string, { added, dryRun }: { added: boolean; dryRun: boolean }): string {
  if (!added) return `${release} is in the store already; nothing was written.`;
  if (dryRun) return `${release} (${files}) would be published.`;
  return `Published ${release} (${files}). It goes live by:\n  npm run release -- activate ${release}`;
}
