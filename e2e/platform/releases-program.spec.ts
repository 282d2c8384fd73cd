import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { describeOtherLive, publishBuiltRemotes } from '../../shell/start/publish-built-remotes.ts';
import { captureCommand } from '../run/run-command.ts';
import { anotherNote, goLive, publishChanged, runRelease } from '../support/shell-site.ts';
import { fillFromTemplate } from '../support/site-template.ts';

const remote = 'mf-demos';
let dataFolder: string;

// In one worker, because each one would load the pages of the site anew.
test.describe.configure({ mode: 'default' });

test.beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'site-releases-'));
});
test.afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const release = (...words: string[]) => runRelease(dataFolder, ...words);

/** Runs the program of the image `releases`. */
const publishBuilt = () =>
  captureCommand('node', ['--no-warnings', 'shell/start/publish-main.ts'], { DATA_DIR: dataFolder });

/** Releases the builds of a checkout as `npm start` does. */
const loadPages = async () => (await import('../../shell/server/host-pages.ts')).hostPages;
const start = () => publishBuiltRemotes(dataFolder, { loadPages, log: () => {}, known: 'activate' });

async function liveRelease(): Promise<string> {
  const { remotes } = await release('status');
  // The cast is safe: the command prints this shape.
  return (remotes as { remote: string; live: string }[]).find((state) => state.remote === remote)?.live ?? '';
}

test('after a change of the branch an image changes nothing and says so, and a start activates what it builds, but not in place of what staff activated or rolled back', async () => {
  await fillFromTemplate(dataFolder);
  const built = await liveRelease();
  const other = await publishChanged({ release }, { remote, files: anotherNote() });

  await goLive(dataFolder, remote, other, { by: 'npm start' });
  const { passed, output } = await publishBuilt();
  expect(passed, output).toBe(true);
  expect(output).toContain(`${remote} ${other}, not ${built}: it was published before.`);
  expect(await liveRelease()).toBe(other);

  // In place of what a start of the other branch activated.
  expect(await start()).toEqual({ activated: [`${remote} ${built}`], leftOut: [], otherLive: [] });
  expect(await liveRelease()).toBe(built);

  await goLive(dataFolder, remote, other, { by: 'anna' });
  const { activated, otherLive } = await start();
  expect(activated).toEqual([]);
  expect(describeOtherLive(otherLive)).toBe(
    [
      'These live releases are not what this checkout builds:',
      `  ${remote} ${other}, not ${built}: anna made ${other} live.`,
      `    To change that: npm run release -- activate ${remote} ${built} --reason "..."`,
    ].join('\n'),
  );

  // A rollback stays in effect, also after a start of the other branch.
  await goLive(dataFolder, remote, built, { by: 'npm start' });
  await release('rollback', remote, '--reason', 'test');
  expect(await liveRelease()).toBe(other);
  const third = await publishChanged({ release }, { remote, files: anotherNote() });
  await goLive(dataFolder, remote, third, { by: 'npm start' });
  expect(await start()).toEqual({
    activated: [],
    leftOut: [],
    otherLive: [{ remote, live: third, built, reason: 'it was taken back' }],
  });
  expect(await liveRelease()).toBe(third);
});

test('a release that fails the gate leaves the live one in effect, is reported, and does not block the others', async () => {
  await fillFromTemplate(dataFolder);
  // The built release is new to this store and exceeds its budget.
  const built = await liveRelease();
  const older = await publishChanged({ release }, { remote, files: anotherNote() });
  await goLive(dataFolder, remote, older);
  await rm(path.join(dataFolder, 'releases/releases', remote, `${built}.json`));
  await release('budget', remote, '--page', '1', '--reason', 'test');
  const { passed, output } = await publishBuilt();
  expect(passed, output).toBe(true);
  expect(output).toContain(`${remote}: its new release did NOT go live; visitors still get ${older}.`);
  expect(output).toMatch(/\[budget\] Container, routes and the largest page weigh .* the budget is 1\.0 kB/);
  expect(output).toContain(`To do: mend ${remote} and start again`);
  expect(await liveRelease()).toBe(older);
  const after = (await release('status')).remotes as { live: string }[];
  expect(after.filter(({ live }) => !live)).toEqual([]);
});
