import { isAbsolute, join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { assembleRelease } from '../release/assemble-release.ts';
import { publishToSite } from '../site-client/publish-to-site.ts';
import { SiteError } from '../site-client/site-error.ts';
import { ownCommand } from './own-command.ts';
import {
  runSquadCommand,
  type SquadOutcome,
  type SquadSurroundings,
  type SquadWork,
  siteCommand,
} from './squad-command.ts';

/** How long a link to a preview works, in hours. */
const previewHours = 24;

interface Options {
  from?: string | undefined;
  preview: boolean;
}

export function addPublishCommand(program: CommandUnknownOpts, surroundings?: Partial<SquadSurroundings>): void {
  siteCommand(program, 'publish')
    .description('Build the remote and bring the release to the site, signed; nothing goes live')
    .option('--from <folder>', 'publish this build output instead of building')
    .option('--no-preview', 'make no link to a preview')
    .action((options) => runSquadCommand(surroundings, options, (parts) => publish(parts, options)));
}

async function publish({ client, remote, surroundings }: SquadWork, { from, preview }: Options): Promise<SquadOutcome> {
  const name = await remote();
  if (!from) await surroundings.build?.();
  const folder = from ?? 'dist';
  const release = await assembleRelease(isAbsolute(folder) ? folder : join(surroundings.folder, folder));
  const { record, files } = release;
  if (record.remote !== name) {
    throw new SiteError('build-output', `The build output is of ${record.remote}, not of ${name}.`);
  }
  const { added, bytes } = await publishToSite(client, release);
  const link = preview ? await client.preview(name, record.id, previewHours) : null;
  const said = added
    ? `Published ${name} ${record.id} (${files.size} files, ${Math.ceil(bytes / 1000)} kB sent).`
    : `${name} ${record.id} was published already; nothing was changed.`;
  const shown = link ? `\nLook at it, until ${link.expires.slice(0, 16).replace('T', ' ')} UTC:\n  ${link.url}` : '';
  const next = `\nIt goes live by:\n  ${ownCommand(surroundings.folder, 'activate', record.id, '--reason "..."')}`;
  return {
    text: `${said}${shown}${next}`,
    json: { remote: name, id: record.id, commit: record.commit, added, bytes, preview: link },
  };
}
