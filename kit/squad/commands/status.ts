import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { StatusAnswer } from '../../contracts/squad/calls.ts';
import { SiteError } from '../site-client/site-error.ts';
import { minute, type Outcome, runSquadCommand, type SquadWork, siteCommand } from './squad-command.ts';

type RemoteStatus = StatusAnswer['remotes'][number];

const maxShown = 10;

export function addStatusCommand(program: CommandUnknownOpts): void {
  siteCommand(program, 'status')
    .description('Show what is live of the remote, its releases, and what your key may do')
    .option('--all', 'every remote of the site')
    .action(({ all, ...options }, command) => runSquadCommand(command, options, (parts) => showStatus(parts, all)));
}

async function showStatus({ client, remote }: SquadWork, all: true | undefined): Promise<Outcome> {
  const status = await client.status();
  const { key } = status;
  const scope = key.remotes === '*' ? 'all remotes' : key.remotes.join(', ');
  const ends = key.expires ? ` until ${day(key.expires)}` : '';
  const headline = [
    `${client.site.origin}, revision ${status.revision ?? 'none'}`,
    `Your key ${key.name} (${key.keyId}) may ${key.actions.join(', ')} for ${scope}${ends}.`,
  ];
  if (all) {
    const text = [...headline, ...status.remotes.flatMap(describe), ...status.problems].join('\n');
    return { text, json: status };
  }
  const name = remote();
  const own = status.remotes.find((one) => one.remote === name);
  if (!own) {
    const known = status.remotes.map((one) => one.remote).join(', ');
    throw new SiteError(
      'no-paths',
      `${name} has no path on this site yet: its staff give it one (npm run release -- paths give /path ${name}). It has ${known}.`,
    );
  }
  const releases = await client.releases(name);
  const isOwn = key.remotes === '*' || key.remotes.includes(name);
  const errors = isOwn ? (await client.errors(name)).errors : [];
  const failures =
    errors.length > 0 ? [`Errors in browsers within seven days: ${errors.length} (npx remote errors)`] : [];
  const shown = releases
    .slice(0, maxShown)
    .map(({ id, publishedAt, state }) => `  ${id}  ${minute(publishedAt)}${state ? `  ${state}` : ''}`);
  const text = [...headline, ...describe(own), ...failures, 'Releases:', ...shown, ...status.problems].join('\n');
  return { text, json: { ...status, releases, errors } };
}

function describe({
  remote,
  live,
  since,
  previous,
  canary,
  guard,
  frozen,
  publishedBy,
  health,
  remarks,
}: RemoteStatus): string[] {
  if (live === null) return [`${remote}: nothing is live yet`];
  const facts = [
    ...(since ? [`since ${minute(since)}`] : []),
    ...(publishedBy ? [`published by ${publishedBy}`] : []),
    ...(health && health.views > 0 ? [`${health.failures} of ${health.views} page views failed`] : []),
  ];
  return [
    `${remote}: ${live} is live${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`,
    ...(previous ? [`  before it: ${previous}`] : []),
    ...(canary
      ? [`  canary: ${canary.id} for ${canary.percent} percent of the visitors${describePlan(canary.plan)}`]
      : []),
    ...(frozen ? [`  frozen since ${minute(frozen)}: it takes no new release`] : []),
    ...(guard === 'off' ? ['  automatic rollback is off for the live release'] : []),
    ...remarks.map((remark) => `  ${remark}`),
  ];
}

function day(at: string): string {
  return at.slice(0, 10);
}

function describePlan(plan: NonNullable<RemoteStatus['canary']>['plan']): string {
  if (!plan) return '';
  const steps = plan.steps.map(({ percent, minutes }) => `${percent} % for ${minutes} min`).join(', ');
  const end = plan.promote ? ', then it is promoted' : '';
  return `; step ${plan.step + 1} of ${plan.steps.length}${plan.paused ? ', paused' : ''}: ${steps}${end}`;
}

export function addContractCommand(program: CommandUnknownOpts): void {
  siteCommand(program, 'contract')
    .description('Show what the site shares with remotes and asks of them')
    .action((options, command) =>
      runSquadCommand(command, options, async ({ client }) => {
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
