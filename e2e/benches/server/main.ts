import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { loadTool } from '../support/tools.ts';
import { type BenchSite, withSite } from '../support/with-site.ts';
import { compareWithNginx } from './compare.ts';
import { fillStore } from './copies.ts';
import { benchFirstLoads } from './first-load.ts';
import type { Subject } from './load.ts';
import { benchMemory } from './memory.ts';
import { findShellServer } from './process-use.ts';
import { benchSwitches } from './switches.ts';

// npm run bench:server [-- --seconds 5 --rounds 3 --memory-minutes 5]: composed pages beside a file from nginx, in one run.

interface Options {
  seconds: number;
  rounds: number;
  minutes: number;
}

function readArguments(): Options {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      'memory-minutes': { type: 'string', default: '5' },
    },
  });
  return {
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

async function bench(five: BenchSite, fifty: BenchSite, { seconds, rounds, minutes }: Options): Promise<void> {
  await fillStore(fifty.dataFolder, 50);
  // Servers see a switch within a second.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const few = subjectOf('ours, 5 remotes', five);
  const many = subjectOf('ours, 50 remotes', fifty);
  console.log(`## Shell server, ${cpus().length} x ${cpus()[0]?.model}\n`);
  console.log(`${await benchFirstLoads([few, many])}\n`);
  console.log(`Load of the machine before: ${loadavg()[0]?.toFixed(2)}.\n`);
  console.log(`${await compareWithNginx([few, many], seconds, rounds)}\n`);
  console.log(`${await benchSwitches(few, five.dataFolder)}\n`);
  console.log(await benchMemory(few, minutes));
}

function subjectOf(name: string, { address, process: { pid = 0 } }: BenchSite): Subject {
  return { name, address, pid: findShellServer(pid) };
}

async function main(): Promise<void> {
  const options = readArguments();
  await loadTool('autocannon');
  await withSite((five) => withSite((fifty) => bench(five, fifty, options)));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
