import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { runSquadCommand, type SquadSurroundings, siteCommand } from './squad-command.ts';

const longestHours = 168;

export function addPreviewCommand(program: CommandUnknownOpts, surroundings?: Partial<SquadSurroundings>): void {
  siteCommand(program, 'preview')
    .description('Make a link that shows a release which is not live')
    .argument('<id>', 'the release, as "publish" and "status" say it')
    .option('--hours <n>', `how long it works; 24 unless told, at most ${longestHours}`, parseHours, 24)
    .action((id, options) =>
      runSquadCommand(surroundings, options, async ({ client, remote }) => {
        const name = await remote();
        const { url, expires } = await client.preview(name, id, options.hours);
        return { text: `${name} ${id} until ${expires}:\n${url}`, json: { remote: name, id, url, expires } };
      }),
    );
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (hours > 0 && hours <= longestHours) return hours;
  throw new InvalidArgumentError(`It takes a number above 0 and up to ${longestHours}.`);
}
