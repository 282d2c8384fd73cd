import { createPreviewToken, ensurePreviewKey, passGate } from '../../platform/index.ts';
import { type Command, positional, textOption, UsageError } from '../command.ts';
import { minute } from '../layout.ts';
import { checkHeld, remoteArgument } from '../remote-argument.ts';

/** A preview is a look at what comes next, not a second site. */
const longestHours = 168;

export const previewCommand: Command = {
  name: 'preview',
  summary: 'Make a signed link that shows a release which is not live',
  usage: '<remote> <id> [--hours <n>]',
  positionals: { least: 2, most: 2 },
  options: {
    hours: { type: 'string', value: 'n', help: `how long the link works; 24 unless told, at most ${longestHours}` },
  },
  async run(invocation) {
    const { platform, store, values, dryRun } = invocation;
    const hours = Number(textOption(values, 'hours') ?? 24);
    if (!(hours > 0 && hours <= longestHours))
      throw new UsageError(`--hours takes a number above 0 and up to ${longestHours}.`);
    const remote = remoteArgument(invocation);
    const id = await checkHeld(invocation, remote, positional(invocation, 1));
    // The rules of a rollback: what is in preview may break its budget, but not be tampered with.
    await passGate(platform, null, { remote, id, rollback: true });
    const expires = Date.now() + Math.round(hours * 3_600_000);
    const shown = `${remote} ${id} until ${minute(new Date(expires).toISOString())}`;
    if (dryRun) return { text: `Would make a link that shows ${shown}.`, json: { remote, id, dryRun } };
    const token = createPreviewToken(await ensurePreviewKey(store.keysFolder), { releases: { [remote]: id }, expires });
    const path = `/?preview=${token}`;
    const until = new Date(expires).toISOString();
    const text = `${shown}, behind the address of the site:\n${path}`;
    return { text, json: { remote, id, expires: until, token, path } };
  },
};
