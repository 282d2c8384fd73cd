import { readVariables } from 'kit/server/settings/variables';
import { Writing } from '../../platform/index.ts';
import { createPreviewToken } from '../../settings/preview-token.ts';
import { ensureKey } from '../../settings/shared-keys.ts';
import { type AddCommand, type Invocation, numberUpTo, type Outcome } from '../command.ts';
import { minute } from '../layout.ts';
import { checkHeld } from '../remote-argument.ts';

/** In hours. A preview is meant for a look at one release, so its links expire. */
const maxHours = 168;

export const addPreview: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('preview')
    .description('Create a preview link of a release that is not live')
    .argument('<remote>', 'its remote', checkRemote)
    .argument('<id>', 'the release, as "list" shows it')
    .option('--hours <n>', `how many hours the link works (default: 24), at most ${maxHours}`, numberUpTo(maxHours))
    .action((remote, id, { hours = 24 }) => answer((invocation) => makeLink(invocation, { remote, id, hours })));
};

interface Link {
  remote: string;
  id: string;
  hours: number;
}

async function makeLink(
  { platform, store, dryRun, environment }: Invocation,
  { remote, id, hours }: Link,
): Promise<Outcome> {
  await checkHeld(store, remote, id);
  // The gate checks the same as for a rollback: a preview may exceed its budget, but its files must be intact.
  await Writing.readRights(platform);
  await Writing.passGate(platform, null, { remote, id, rollback: true });
  const expires = Date.now() + Math.round(hours * 3_600_000);
  const until = new Date(expires).toISOString();
  const shown = `${remote} ${id} until ${minute(until)}`;
  if (dryRun) return { text: `Would create a link that shows ${shown}.`, json: { remote, id, dryRun } };
  const token = createPreviewToken(
    await ensureKey(store.keysFolder, 'preview', readVariables(environment, ['PREVIEW_KEY']).PREVIEW_KEY),
    {
      releases: { [remote]: id },
      expires,
    },
  );
  const path = `/?preview=${token}`;
  const text = `${shown}, behind the address of the site:\n${path}`;
  return { text, json: { remote, id, expires: until, token, path } };
}
