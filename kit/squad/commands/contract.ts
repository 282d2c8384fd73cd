import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { runSquadCommand, type SquadSurroundings, siteCommand } from './squad-command.ts';

export function addContractCommand(program: CommandUnknownOpts, surroundings?: Partial<SquadSurroundings>): void {
  siteCommand(program, 'contract')
    .description('Show what the site shares with remotes and asks of them')
    .action((options) =>
      runSquadCommand(surroundings, options, async ({ client }) => {
        const contract = await client.readContract();
        const { site, shell, sharedModules, namespaces, budgets, gate } = contract;
        const text = [
          `${site.name} (${client.site.origin}), shell ${shell.version} ${shell.id}`,
          'It provides:',
          ...Object.entries(sharedModules).map(([id, version]) => `  ${id} ${version}`),
          'Paths:',
          ...namespaces.map(({ path, remote }) => `  ${path}  ${remote}`),
          `A remote may weigh ${kilobytes(budgets.remote.registered)} for container and routes, ${kilobytes(budgets.remote.page)} with its largest page (brotli).`,
          'The gate asks, in this order:',
          ...gate.map(({ id, says }) => `  [${id}] ${says}`),
        ].join('\n');
        return { text, json: contract };
      }),
    );
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}
