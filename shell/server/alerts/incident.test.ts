import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, type ReleaseStore } from '../../platform/index.ts';
import { anna, buildPublishedSite } from '../../platform/testing/build-published-site.ts';
import { ServerWatch } from './incident.ts';

const minute = 60_000;
let store: ReleaseStore;
let problems: string[];
let reported: string[];
let watch: ServerWatch;
let now: number;

beforeEach(async () => {
  const site = await buildPublishedSite();
  const { platform, first: id } = site;
  ({ store } = site);
  await activateRelease(platform, { ...anna, id });
  await platform.chain.refresh({ whole: true });
  [problems, reported] = [[], []];
  now = Date.now();
  const report = ({ sentence }: { sentence: string }) => void reported.push(sentence);
  watch = new ServerWatch({ platform, problemsHere: () => problems, report });
});

const head = (server: string, revision: number) =>
  store.writeHeartbeat(server, {
    revision,
    sharedModules: {},
    serving: { revision, since: '', version: '1.0.0', instead: {} },
  });

describe('servers over one store', () => {
  it('that follow a switch within a minute are no incident', async () => {
    await head('one', 1);
    await head('two', 0);
    await watch.check(now + 1.5 * minute);
    await head('two', 1);
    await watch.check(now + 3 * minute);
    expect(reported).toEqual([]);
  });

  it('of which one stays behind are told of', async () => {
    await head('one', 1);
    await head('two', 0);
    await watch.check(now + 1.5 * minute);
    await watch.check(now + 2.6 * minute);
    expect(reported).toEqual([
      expect.stringMatching(
        /^1 of 2 shell servers is still at revision 0, so some visitors get older releases; revision 1 is in effect since .*\. Look at/,
      ),
    ]);
  });

  it.each([-60, 60])(
    'are watched by their own time when the clock of who switched is %d minutes off',
    async (minutes) => {
      await head('one', 1);
      await head('two', 0);
      const here = now + minutes * minute;
      await watch.check(here);
      expect(reported).toEqual([]);
      await watch.check(here + minute);
      expect(reported).toHaveLength(1);
    },
  );

  it('say what is wrong with the store when it lasts', async () => {
    problems = [
      'Revision #2 activate of mf-agents by mallory at 2026-11-20 18:31 UTC does not count: it is not signed.',
    ];
    await watch.check(now);
    await watch.check(now + minute / 2);
    expect(reported).toEqual([]);
    await watch.check(now + minute);
    expect(reported).toEqual([
      `A shell server keeps serving the previous revision, because it cannot take the new one: ${problems[0]}`,
    ]);
  });
});
