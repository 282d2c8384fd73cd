import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ShellServer } from '../../support/shell-site.ts';
import { type Harm, sendVisitors } from '../incident/visitors.ts';
import { type Arena, type BucketSite, remote, seenAfter, withSite } from './bucket-site.ts';

const servers = Number(process.env.SERVERS ?? 10);
/** In seconds. The guard watches for ten minutes after a switch; at other times a server is idle. */
const watchedSeconds = Number(process.env.WATCHED ?? 620);
const restSeconds = Number(process.env.REST ?? 600);
const switchesADay = 5;
/** The limit for the site, in dollars per server and month. */
const maxDollars = 4;
/** AWS list prices in us-east-1, in dollars per million. */
const prices: Record<string, number> = { GET: 0.4, PUT: 5, LIST: 5, DELETE: 0 };

type Counts = Record<string, number>;

const priceOf = (counts: Counts) =>
  Object.entries(counts).reduce((sum, [kind, requests]) => sum + (requests * (prices[kind] ?? 0)) / 1e6, 0);

/** Sends about one successful page view a second to every server, each from another network. */
function startVisitors(addresses: readonly string[]) {
  let isOver = false;
  const harm: Harm = {
    ...{ remote, canary: 'none', failsOneIn: 1, outcome: 'load', error: { message: '', stack: '' } },
    lcp: { canary: 1, live: 1 },
  };
  const visitRepeatedly = async (address: string) => {
    while (!isOver) {
      await sendVisitors({ address, path: '/click-demos', count: 1 }, harm, () => isOver);
      await wait(1000);
    }
  };
  const visits = Promise.all(addresses.map(visitRepeatedly));
  return async () => {
    isOver = true;
    await visits;
  };
}

/** Starts further servers, each as on its own machine, with its own copies. */
async function startOthers({ site }: BucketSite, arena: Arena) {
  const others: ShellServer[] = [];
  for (let number = 1; number < servers; number += 1) {
    const folder = await arena.makeFolder();
    await cp(path.join(site.dataFolder, 'keys'), path.join(folder, 'keys'), { recursive: true });
    others.push(await site.startAnother({}, { DATA_DIR: folder }));
  }
  return others;
}

async function count({ proxy }: Arena, seconds: number): Promise<{ counts: Counts; kinds: string }> {
  for (const kind of Object.keys(proxy.counts)) delete proxy.counts[kind];
  proxy.seen.splice(0);
  await wait(seconds * 1000);
  const kinds: Counts = {};
  for (const line of proxy.seen.splice(0)) {
    const [kind, url = ''] = line.split(' ');
    const name = `${kind} ${/site(?:%2F|\/)([a-z-]+)/.exec(url)?.[1] ?? '?'}`;
    kinds[name] = (kinds[name] ?? 0) + 1;
  }
  return { counts: { ...proxy.counts }, kinds: JSON.stringify(kinds) };
}

/** Counts the requests of servers with visitors after a switch and at rest, and prices them for a month. */
export const measureCost = (arena: Arena): Promise<boolean> =>
  withSite(arena, async (given) => {
    const { site, second, command } = given;
    const others = await startOthers(given, arena);
    const addresses = [site, ...others].map(({ address }) => address);
    const stopVisitors = startVisitors(addresses);
    try {
      const watching = count(arena, watchedSeconds);
      await command('activate', remote, second);
      await Promise.all(addresses.map((address) => seenAfter(address, second)));
      const watched = await watching;
      const rest = await count(arena, restSeconds);
      const day = 86_400;
      const ofSwitches = priceOf(watched.counts) * switchesADay;
      const ofRest = (priceOf(rest.counts) / restSeconds) * (day - switchesADay * watchedSeconds);
      const dollars = ((ofSwitches + ofRest) * 30) / servers;
      console.log(`${servers} servers with visitors, ${watchedSeconds} s after a switch: ${watched.kinds}`);
      console.log(`${restSeconds} s at rest: ${rest.kinds}`);
      console.log(
        `${dollars.toFixed(2)} dollars a server and month with ${switchesADay} switches a day (less than ${maxDollars})`,
      );
      return dollars < maxDollars;
    } finally {
      await stopVisitors();
      for (const other of others) await other.stop();
    }
  });
