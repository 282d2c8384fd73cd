import path from 'node:path';
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { buildRemote } from '../build/build-remote.ts';
import { assembleRelease } from '../release/assemble-release.ts';
import { readPackage } from '../site/site-address.ts';
import { publishToSite } from '../site-client/publish-to-site.ts';
import { SiteError } from '../site-client/site-error.ts';
import { minute, type Outcome, readReleaseId, runSquadCommand, type SquadWork, siteCommand } from './squad-command.ts';

/** In hours. */
const previewHours = 24;

export function addPublishCommand(program: CommandUnknownOpts): void {
  siteCommand(program, 'publish')
    .description('Build the remote and bring the release to the site, signed; nothing goes live')
    .option('--from <folder>', 'publish this build output instead of building')
    .option('--no-preview', 'make no link to a preview')
    .action((options, command) => runSquadCommand(command, options, (parts) => publish(parts, options)));
}

async function publish(
  { client, remote }: SquadWork,
  { from, preview }: { from?: string | undefined; preview: boolean },
): Promise<Outcome> {
  const name = remote();
  const release = await assembleRelease(from ? path.resolve(from) : await buildRemote(process.cwd()));
  const { record, files } = release;
  if (record.remote !== name) {
    throw new SiteError('build-output', `The build output is of ${record.remote}, not of ${name}.`);
  }
  const { added, bytes } = await publishToSite(client, release);
  const link = preview ? await client.preview(name, record.id, previewHours) : null;
  const published = added
    ? `Published ${name} ${record.id} (${files.size} files, ${Math.ceil(bytes / 1000)} kB sent).`
    : `${name} ${record.id} was published already; nothing was changed.`;
  const previewText = link ? `\nLook at it, until ${minute(link.expires)}:\n  ${link.url}` : '';
  const next = `\nIt goes live by:\n  ${ownCommand(process.cwd(), 'activate', record.id, '--reason "..."')}`;
  return {
    text: `${published}${previewText}${next}`,
    json: { remote: name, id: record.id, commit: record.commit, added, bytes, preview: link },
  };
}

/** In hours. */
const maxPreviewHours = 168;

export function addPreviewCommand(program: CommandUnknownOpts): void {
  siteCommand(program, 'preview')
    .description('Create a preview link of a release that is not live')
    .argument('<id>', 'the release, as "publish" and "status" say it', readReleaseId)
    .option('--hours <n>', `how many hours it works (default: 24), at most ${maxPreviewHours}`, parseHours, 24)
    .action((id, options, command) =>
      runSquadCommand(command, options, async ({ client, remote }) => {
        const name = remote();
        const { url, expires } = await client.preview(name, id, options.hours);
        return { text: `${name} ${id} until ${expires}:\n${url}`, json: { remote: name, id, url, expires } };
      }),
    );
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (hours > 0 && hours <= maxPreviewHours) return hours;
  throw new InvalidArgumentError(`It takes a number above 0 and up to ${maxPreviewHours}.`);
}

/** The command as a person types it in the remote's folder: a script of its `package.json`, or npx. */
export function ownCommand(folder: string, command: string, ...args: string[]): string {
  const { scripts = {} } = readPackage(folder);
  if (command in scripts) return ['npm run', command, '--', ...args].join(' ');
  if ('remote' in scripts) return ['npm run remote --', command, ...args].join(' ');
  return ['npx remote', command, ...args].join(' ');
}
