import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openSitePlatform } from '../../../shell/settings/site-platform.ts';
import { findShellServer } from '../../support/process-use.ts';
import { type RunningSite, withSite } from '../../support/site.ts';
import { loadTool } from '../support/tools.ts';
import { compareWithNginx } from './compare.ts';
import { fillStore } from './copies.ts';
import { benchCost } from './cost.ts';
import { benchFirstLoads } from './first-load.ts';
import type { Subject } from './load.ts';
import { benchMemory } from './memory.ts';
import { benchScale, fillWithReleases } from './scale.ts';
import { benchSteadyRate } from './steady.ts';
import { benchSwitches } from './switches.ts';

// npm run bench:server [-- --seconds 5 --rounds 3 --memory-minutes 5 --only steady,cost]: compares composed pages with a
// static file of nginx, at a steady rate, during switches, and with few and many remotes and releases.

const parts = ['first-loads', 'nginx', 'steady', 'switches', 'cost', 'scale', 'memory'] as const;
type Part = (typeof parts)[number];

/** The releases of a site after a year. */
const manyReleases = 300;
const fewReleases = 10;

interface Options {
  seconds: number;
  rounds: number;
  minutes: number;
  only: readonly Part[];
}

function readArguments(): Options {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      'memory-minutes': { type: 'string', default: '5' },
      only: { type: 'string', default: parts.join() },
    },
  });
  const named = values.only.split(',');
  const unknown = named.find((name) => !parts.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--only takes ${parts.join(', ')}, not ${unknown}.`);
  return {
    only: parts.filter((part) => named.includes(part)),
    seconds: positive('--seconds', values.seconds),
    rounds: positive('--rounds', values.rounds),
    minutes: positive('--memory-minutes', values['memory-minutes']),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} must be a number above 0, not ${text}.`);
  return value;
}

async function bench(five: RunningSite, fifty: RunningSite | null, options: Options): Promise<void> {
  const { seconds, rounds, minutes, only } = options;
  const few = subjectOf('ours, 5 remotes', five);
  const platform = openSitePlatform({ ...process.env, DATA_DIR: five.dataFolder }, null);
  await platform.chain.refresh({ whole: true });
  const many = fifty && subjectOf('ours, 50 remotes', fifty);
  if (fifty) await fillStore(fifty.dataFolder, 50);
  // Servers apply a switch within a second.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const subjects = many ? [few, many] : [few];
  const work: Record<Part, () => Promise<string>> = {
    'first-loads': () => benchFirstLoads(subjects),
    nginx: () => compareWithNginx(subjects, seconds, rounds),
    steady: () => benchSteadyRate(few, five.dataFolder, seconds * 4),
    switches: () => benchSwitches(few, five.dataFolder),
    cost: () => benchCost(few, seconds * 2),
    async scale() {
      if (!fifty || !many) throw new Error('There is no second site to measure.');
      await fillWithReleases(platform, fewReleases);
      await fillWithReleases(openSitePlatform({ ...process.env, DATA_DIR: fifty.dataFolder }, null), manyReleases);
      return benchScale(
        { ...few, name: `5 remotes, ${fewReleases} releases` },
        { ...many, name: `50 remotes, ${manyReleases} releases` },
      );
    },
    memory: () => benchMemory(few, minutes),
  };
  console.log(`## Shell server, ${cpus().length} x ${cpus()[0]?.model}\n`);
  console.log(`Load of the machine before: ${loadavg()[0]?.toFixed(2)}.\n`);
  for (const part of only) console.log(`${await work[part]()}\n`);
}

function subjectOf(name: string, { address, process: { pid = 0 } }: RunningSite): Subject {
  return { name, address, pid: findShellServer(pid) };
}

async function main(): Promise<void> {
  const options = readArguments();
  await loadTool('autocannon');
  // The site with many remotes takes long to fill.
  const needsMany = options.only.some((part) => ['first-loads', 'nginx', 'scale'].includes(part));
  await withSite((five) => (needsMany ? withSite((fifty) => bench(five, fifty, options)) : bench(five, null, options)));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
