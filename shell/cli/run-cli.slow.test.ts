import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, type ReleaseStore, Stores, Views } from '../platform/index.ts';
import { buildDist, buildFolder, buildPublished } from '../platform/testing/build-dist.ts';
import { buildPlatform } from '../platform/testing/build-platform.ts';
import { anna } from '../platform/testing/build-published-site.ts';
import { countViews } from '../platform/testing/count-views.ts';
import { readNewest } from '../platform/testing/read-switches.ts';
import { buildLiveStore } from './testing/build-live-store.ts';
import { refusal, runRelease, runReleaseProcess } from './testing/run-release.ts';

let dataDir: string;
let store: ReleaseStore;

beforeEach(async () => {
  dataDir = await buildFolder();
  store = Stores.openFolderStore(dataDir);
});

const release = (...args: string[]) => runRelease(dataDir, ...args);
const releaseProcess = (...args: string[]) => runReleaseProcess(dataDir, ...args);
const live = async () => (await readNewest(store))?.remotes['mf-agents']?.live;

describe('the release command', () => {
  it('publishes, activates, rolls back and tells it all, for people', async () => {
    const published = await release('publish', 'mf-agents', '--from', await buildDist());
    expect(published).toMatchObject({ code: 0, error: expect.stringMatching(/^Made the root key of this site, /) });
    const id = /1\.0\.0-[0-9a-f]{8}/.exec(published.out)?.[0] ?? '';
    expect(published.out).toBe(
      `Published mf-agents ${id} (4 files). It goes live by:\n  npm run release -- activate mf-agents ${id}\n`,
    );
    const activated = await releaseProcess('activate', 'mf-agents', id, '--by', 'anna');
    expect(activated).toMatchObject({ code: 0, error: '' });
    expect(activated.out).toMatch(
      new RegExp(
        `^activate mf-agents: nothing -> ${id}\nGate: browser step: Chromium.*\nRevision 1; new page loads get it within a second.\n$`,
      ),
    );
    const next = await buildPublished(store, { version: '1.1.0' });
    await activateRelease(buildPlatform(store), { ...anna, id: next });
    const rolled = await release('rollback', 'mf-agents', '--reason', 'The form is broken', '--by', 'ben');
    expect(rolled.out).toContain(`rollback mf-agents: ${next} -> ${id}\nRevision 3`);
    expect(await live()).toBe(id);

    const status = await release('status');
    expect(status.out).toMatch(/^Composition revision 3, .* UTC, by ben \(key site\)$/m);
    expect(status.out).toMatch(new RegExp(`^mf-agents +${id} +- +now +-$`, 'm'));
    expect(status.out).toMatch(/^mf-demos +none +- +- +-$/m);

    const list = await release('list', 'mf-agents');
    expect(list.out).toMatch(new RegExp(`^${id} .* live$`, 'm'));
    expect(list.out).toMatch(new RegExp(`^${next} `, 'm'));

    const log = await release('log', '--last', '2');
    expect(log.out).toMatch(
      /^#3 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}rollback mf-agents {2}by ben \(key site\)\n {4}.* -> .*\n {4}The form is broken\n#2 /,
    );
    expect(log.out).not.toContain('#1');
    for (const { out } of [status, list, log]) {
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    }
  });

  it('ends as a process with the code, and says errors on the stream for errors', async () => {
    const refused = await releaseProcess('rollback', 'mf-agents', '--reason', 'x', '--by', 'anna');
    expect(refused).toEqual({ code: 1, out: '', error: expect.stringContaining('has no live release to roll back') });
  });

  it('takes no offence when its reader has read enough', async () => {
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const child = spawn(process.execPath, ['--no-warnings', main, 'help']);
    child.stdout.destroy();
    let error = '';
    child.stderr.on('data', (text) => {
      error += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(error).toBe('');
  });

  it('answers in JSON for machines, also when it refuses', async () => {
    const id = await buildPublished(store);
    const activated = await release('activate', 'mf-agents', id, '--json', '--by', 'ci');
    expect(JSON.parse(activated.out)).toMatchObject({
      remote: 'mf-agents',
      outcome: 'changed',
      revision: 1,
      from: null,
      to: id,
    });
    const status = JSON.parse((await release('status', '--json')).out);
    expect(status).toMatchObject({
      revision: 1,
      remotes: expect.arrayContaining([expect.objectContaining({ remote: 'mf-agents', live: id })]),
    });
    expect(JSON.parse((await release('list', 'mf-agents', '--json')).out)).toMatchObject([{ id, role: 'live' }]);
    expect(JSON.parse((await release('log', '--json')).out).entries).toMatchObject([
      { revision: 1, by: 'ci', to: id, key: 'site' },
      { revision: 0, action: 'found' },
    ]);

    const bad = await buildPublished(store, { version: '1.1.0', routes: [{ path: '/leads' }] });
    const refused = await release('activate', 'mf-agents', bad, '--json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({ error: { code: 'gate', findings: [{ rule: 'namespace' }] } });
  });

  it('shows in a dry run what would change, names what differs between the releases, and changes nothing', async () => {
    const dist = await buildDist();
    const publish = await release('publish', 'mf-agents', '--from', dist, '--dry-run');
    expect(publish.out).toMatch(/^mf-agents 1\.0\.0-\w{8} \(4 files\) would be published\.$/m);
    expect(await store.listReleases('mf-agents')).toEqual([]);
    const first = await buildPublished(store);
    const second = await buildPublished(store, { routes: [{}, { path: '/agents' }] });
    const platform = buildPlatform(store);
    await activateRelease(platform, { ...anna, id: first });
    const { code, out } = await release('activate', 'mf-agents', second, '--dry-run');
    expect(code).toBe(0);
    const change = `activate mf-agents: ${first} -> ${second}\n`;
    expect(out).toMatch(new RegExp(`^All checks passed. This would change:\n${change}Gate: browser step: .*\n`));
    expect(out).toContain('What differs in mf-agents:\n  route /agents is added\n');
    expect(await live()).toBe(first);
    await activateRelease(platform, { ...anna, id: second });
    const back = await release('rollback', 'mf-agents', '--reason', 'x', '--dry-run', '--json');
    const differences = expect.arrayContaining(['route /agents is removed']);
    expect(JSON.parse(back.out)).toMatchObject({
      outcome: 'checked',
      differences: [{ remote: 'mf-agents', from: second, to: first, differences }],
    });
    expect(await live()).toBe(second);
  });
});

describe('wrong input', () => {
  // How words are read is tried by command-line.test.ts of the kit.
  const usage: [string, string[], RegExp][] = [
    ['an unknown command', ['actvate'], /^Unknown command 'actvate'\n\(Did you mean activate\?\)\n/],
    ['a rollback without a reason', ['rollback', 'mf-agents'], /^A rollback needs a reason/],
    ['a rollback with an empty reason', ['rollback', 'mf-agents', '--reason', ' '], /^A rollback needs a reason/],
    [
      'a number that is none',
      ['log', '--last', 'few'],
      /^Option '--last <n>' argument 'few' is invalid\. It takes a whole number from 1 up\./,
    ],
  ];

  it.each(usage)('%s ends with exit code 2 and a sentence', async (_, args, message) => {
    const { code, error, out } = await release(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(message);
    expect(error).not.toMatch(/\n\s+at /);
  });

  const refused: [string, string[], RegExp][] = [
    [
      'an unknown remote',
      ['list', 'mf-agent'],
      /^There is no remote "mf-agent"; did you mean "mf-agents"\? The site has mf-marketing, /,
    ],
    [
      'a remote that leads out of the store',
      ['list', '../../etc'],
      /^There is no remote "\.\.\/\.\.\/etc"\. The site has/,
    ],
    [
      'an id that leads out of the store',
      ['activate', 'mf-agents', '../../x'],
      /^"\.\.\/\.\.\/x" is not a release id; one looks like/,
    ],
    [
      'an id that is not held',
      ['activate', 'mf-agents', '1.0.0-00000000'],
      /^The store holds no release 1\.0\.0-00000000 of mf-agents/,
    ],
    ['a folder without a build', ['publish', 'mf-agents', '--from', '/nowhere'], /^There is no build at \/nowhere/],
  ];

  it.each(refused)('%s ends with exit code 1 and a sentence', async (_, args, message) => {
    const { code, error, out } = await release(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(message);
    expect(error).not.toMatch(/\n\s+at /);
  });

  it('names a near release id', async () => {
    const id = await buildPublished(store);
    const { error } = await release('activate', 'mf-agents', `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`);
    expect(error).toContain(`did you mean "${id}"?`);
  });

  it('says that the store cannot be written', async () => {
    await writeFile(join(dataDir, 'releases'), 'a file');
    const { code, error } = await release('publish', 'mf-agents', '--from', await buildDist());
    expect(code).toBe(1);
    expect(error).toMatch(/^The release store cannot be read .*ENOTDIR/);
    expect(error.trim().split('\n')).toHaveLength(1);
  });
});

describe('help', () => {
  it('lists the commands with the exit codes, and explains each one', async () => {
    const overview = await release('help');
    expect(overview).toMatchObject({ code: 0, error: '' });
    expect(overview.out).toContain('Exit codes: 0 done, 1 refused or failed, 2 wrong usage.');
    expect((await release()).out).toBe(overview.out);
    const listed = [...overview.out.matchAll(/^ {2}([a-z]+)(?: \S+)? {2,}/gm)].map(([, name]) => name ?? '');
    const names = listed.filter((name) => name !== 'help');
    expect(names).toEqual(expect.arrayContaining(['status', 'list', 'publish', 'activate', 'rollback', 'log', 'keys']));
    expect(Math.max(...overview.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    for (const name of names) {
      const { code, out } = await release(name, '--help');
      expect(code).toBe(0);
      expect(out).toContain(`Usage: npm run release -- ${name}`);
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    }
  });
});

describe('npm run release -- canary', () => {
  it('starts and promotes a canary, and shows it with how often its pages failed', async () => {
    const { store, live, next, release, state } = await buildLiveStore();
    const started = await release('canary', 'mf-agents', next, '--percent', '10', '--by', 'anna');
    expect(started).toMatchObject({ code: 0, out: expect.stringContaining(`canary mf-agents: ${live} -> ${next}`) });
    const { out } = await release('status');
    expect(out).toContain(`mf-agents: canary ${next} for 10 percent of the visitors`);
    expect(out).toContain('mf-agents: canary since now, no page views yet');
    expect((await release('list', 'mf-agents')).out).toMatch(new RegExp(`^${next} .* canary$`, 'm'));
    expect((await release('log', '--last', '1')).out).toContain(`canary ${next} for 10 percent of the visitors`);

    const canary = { remote: 'mf-agents', id: next, since: (await state())?.canary?.since ?? '' };
    const counter = new Views.HealthCounter();
    countViews(counter, canary, { views: 20, failures: 1, reason: 'render' });
    await counter.report(store, 'server-1');
    const text = (await release('status')).out;
    expect(text).toContain('mf-agents: canary since now, 1 of 20 page views failed for render (1)');
    const { remotes } = JSON.parse((await release('status', '--json')).out);
    expect(remotes).toContainEqual(
      expect.objectContaining({ canaryHealth: expect.objectContaining({ views: 20, failures: 1 }) }),
    );

    expect(await release('promote', 'mf-agents', '--no-guard')).toMatchObject({ code: 0 });
    expect(await state()).toMatchObject({ live: next, previous: live, guard: 'off' });
    expect((await release('log', '--last', '1')).out).toContain(`${live} -> ${next}\n    automatic rollback is off\n`);
    expect((await release('status')).out).toContain('mf-agents: automatic rollback is off for the live release');
    const nothing = await release('promote', 'mf-agents');
    expect(nothing).toMatchObject({ code: 1, error: 'No canary of mf-agents is running.\n' });
  });

  it('refuses a share that is none', async () => {
    const { next, release } = await buildLiveStore();
    for (const percent of ['0', '101', 'many', '']) {
      expect(await release('canary', 'mf-agents', next, '--percent', percent)).toMatchObject(
        refusal(2, `Option '--percent <n>' argument '${percent}' is invalid. It must be above 0 and at most 100.\n`),
      );
    }
  });
});
