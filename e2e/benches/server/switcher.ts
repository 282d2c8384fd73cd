import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { activateRelease } from '../../../shell/platform/index.ts';
import { openSitePlatform } from '../../../shell/settings/site-platform.ts';
import { publishCopy } from './copies.ts';

// `node switcher.ts <data folder> <milliseconds between two switches>`, a child process of `switchDuring`. It reports that it
// is ready, switches the page's remote from the first message to the next, and reports how often. A separate process keeps
// the work of the commands out of the load generator and the server.

/** The remote of the page under load. */
const remote = 'mf-marketing';

const [dataFolder = '', pause = ''] = process.argv.slice(2);
setPriority(19);
const platform = openSitePlatform({ ...process.env, DATA_DIR: dataFolder }, null);
await platform.chain.refresh({ whole: true });
const first = platform.chain.current?.composition.remotes[remote]?.live;
if (!first) throw new Error(`${remote} is not live.`);
const second = await publishCopy(platform, remote);
const begun = once(process, 'message');
process.send?.('ready');
await begun;
let isOver = false;
process.once('message', () => {
  isOver = true;
});
let switches = 0;
while (!isOver) {
  const id = switches % 2 === 0 ? second : first;
  // The gate runs in the operator's command and would not load the server.
  await activateRelease(platform, { remote, id, by: 'bench', reason: 'to measure', rules: [] });
  switches += 1;
  await wait(Number(pause));
}
process.send?.(switches);
process.disconnect();
