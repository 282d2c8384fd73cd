import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { buildWorkspace, packagesForSquads } from '../../shell/build/build-workspace.ts';
import { checkPackages } from '../../shell/build/packages/check-packages.ts';
import { packageIndexFile, packagesFolder } from '../../shell/settings/packages.ts';
import { repositoryRoot } from '../../shell/settings/places.ts';
import { findFreePort } from '../../shell/start/free-port.ts';
import { type ShellSite, startShellSite } from '../support/shell-site.ts';
import { describeTimes, prepareSquadMachine, type SquadMachine } from '../support/squad-machine.ts';
import { expect, openHydrated, takeConsole, test } from '../support/test.ts';
import { startTlsFront, type TlsFront } from '../support/tls-front.ts';

// docs/squads.md from the view of a squad that has an empty folder, a site's URL and a key, and no access to this repository
// or the store. Its requests pass a TLS proxy with a certificate of a private authority.

const remote = 'mf-careers';
const address = '/careers';
/** The squad's folder, with spaces in its names. */
const place = 'my squad/our careers';
/** The program that `npx remote` and the scripts of the squad's folder start. */
const tool = 'node_modules/@beaconfield/remote/squad/main.js';

// Later tests use the repository of the first.
test.describe.configure({ mode: 'serial' });

test.use({ ignoreHTTPSErrors: true });

let site: ShellSite;
let front: TlsFront;
let squad: SquadMachine;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  await buildWorkspace(packagesForSquads);
  site = await startShellSite();
  front = await startTlsFront(site.address);
  squad = await prepareSquadMachine(front.environment);
});

test.afterAll(async () => {
  console.log(`\n${describeTimes(squad.times)}`);
  await front.stop();
  await site.stop();
  await squad.remove();
});

/** Grants the squad's key its rights, as staff do once on a machine of the site. */
async function grant(name: string, of: string, publicKey: string): Promise<void> {
  const file = path.join(site.dataFolder, `${name}.pub`);
  await writeFile(file, publicKey);
  const rights = ['--remotes', of, '--actions', 'publish,activate,canary,rollback'];
  await site.release('keys', 'grant', name, file, ...rights, '--reason', 'a new squad');
}

async function letIn(publicKey: string): Promise<void> {
  await grant('squad-careers', remote, publicKey);
  await site.release('paths', 'give', address, remote, '--reason', 'a new squad');
}

const statusOf = async () => (await fetch(site.address + address)).status;
const pageOf = async () => (await fetch(site.address + address)).text();
const git = (cwd: string, ...words: string[]) =>
  promisify(execFile)('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd });

/** Commits everything in the squad's folder, and clones it with its installed packages. Returns the commit. */
async function cloneTo(clone: string): Promise<string> {
  const repository = path.join(squad.folder, place);
  await git(repository, 'add', '-A');
  await git(repository, 'commit', '--quiet', '-m', 'as it is');
  await git(squad.folder, 'clone', '--quiet', place, clone);
  const [from = '', to = ''] = [place, clone].map((one) => path.join(squad.folder, one, 'node_modules'));
  await promisify(execFile)('cp', ['-al', from, to]);
  return (await git(repository, 'rev-parse', 'HEAD')).stdout.trim();
}

test('a squad with one URL and one key goes live from an empty folder, and rolls back; the same commit in another folder is the same release', async ({
  page,
}) => {
  test.setTimeout(1_200_000);
  const startedAt = performance.now();
  const registry = `--@beaconfield:registry=${front.address}/_platform/packages/`;
  await squad.run([
    'npx',
    '--yes',
    registry,
    '@beaconfield/remote',
    'new',
    remote,
    '--site',
    front.address,
    '--folder',
    place,
  ]);
  const inside = { in: place };
  await squad.run(['npm', 'install', '--no-audit', '--no-fund'], inside);
  const { publicKey } = JSON.parse(await squad.run(['npx', 'remote', 'key', '../its key.pem', '--json'], inside));
  await letIn(publicKey);
  const signed = { ...inside, environment: { BEACONFIELD_KEY: path.join(squad.folder, 'my squad/its key.pem') } };

  // Added to an existing line, so that line numbers in errors remain those of the template.
  const firstPage = path.join(squad.folder, place, 'src/pages/first-page.tsx');
  await writeFile(path.join(squad.folder, place, 'src/pages/look.css'), 'h1 { letter-spacing: 3px !important }\n');
  await writeFile(firstPage, `import './look.css'; ${await readFile(firstPage, 'utf8')}`);
  const commit = await cloneTo('quite another name');
  const tested = await squad.run(['npm', 'test'], { in: 'quite another name' });
  const first = JSON.parse(await squad.run(['npm', 'run', '-s', 'publish', '--', '--json'], signed));
  expect(tested).toContain(`${first.id} passes.`);
  expect(first.commit).toBe(commit);
  // The squad owns its paths now, and no release is live.
  expect(await statusOf()).toBe(503);
  expect(first.preview.url).toContain(`${front.address}/`);
  // The page still loads files of the release after the heading appears, and they need the preview's cookie.
  await openHydrated(page, first.preview.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Careers');
  await page.context().clearCookies();

  const byAda = ['--by', 'Ada Byron', '--reason', 'first release'];
  const activated = await squad.run(['npm', 'run', '-s', 'activate', '--', first.id, ...byAda], signed);
  expect(activated).toContain('every server that runs serves it.');
  expect(await statusOf()).toBe(200);
  const seconds = (performance.now() - startedAt) / 1000;

  await openHydrated(page, front.address + address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '3px');
  await page.getByRole('link', { name: 'Ask a question' }).click();
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeVisible();

  const words = path.join(squad.folder, place, 'src/content/words.ts');
  await writeFile(words, (await readFile(words, 'utf8')).replace("title: 'Careers'", "title: 'Work with us'"));
  // Without npm, which takes half a second of CPU for each command.
  const run = (...words: string[]) => squad.run(['node', tool, ...words], signed);
  const second = JSON.parse(await run('publish', '--json'));
  expect(second.id).not.toBe(first.id);
  const reason = ['--reason', 'clearer words'];
  await run('canary', second.id, '--percent', '100', ...reason);
  await expect.poll(pageOf).toContain('Work with us');
  await run('promote', ...reason);
  expect(await site.live(remote)).toBe(second.id);
  const rollback = ['rollback', '--reason', 'the old words were better'];
  expect(await run(...rollback, '--dry-run')).toMatch(/^All checks passed\..*\nWhat differs for visitors:\n {2}\S/s);
  await run(...rollback);
  await expect.poll(pageOf).not.toContain('Work with us');
  expect(await site.live(remote)).toBe(first.id);
  expect(await run('status')).toContain(`${first.id} is live`);
  expect(await run('log', '--last', '1')).toMatch(
    /^#\d+ {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}rollback {2}by [^\n]*\n {4}[^\n]*\n {4}the old words were better/,
  );
  expect(await run('errors')).toContain('No errors in the last seven days.');
  expect(await run('visits')).toMatch(
    new RegExp(`^On the server that answered, since [^\\n]*:\n {2}${first.id} {2}0 of \\d+ page views failed`),
  );

  console.log(`\nFrom an empty folder to the live page: ${seconds.toFixed(1)} s`);
});

/** Checks that `npm run visual` ignores header, call bar and footer, because the shell of the site may change them. */
async function expectPictureOfPageAlone(page: Page, folder: string): Promise<void> {
  const style = await readFile(path.join(folder, 'visual/page-alone.css'), 'utf8');
  const main = page.getByRole('main');
  const before = { alone: await main.screenshot({ style }), inFrame: await main.screenshot() };
  await page.addStyleTag({
    content:
      'header, nav, footer { height: 300px !important; background: red !important } main { padding-top: 300px !important }',
  });
  expect(await main.screenshot()).not.toEqual(before.inFrame);
  expect(await main.screenshot({ style })).toEqual(before.alone);
}

/** Adds a link for the header and a widget, which nobody has granted yet. */
async function offerInSlots(folder: string): Promise<void> {
  const file = path.join(folder, 'package.json');
  const slots = { header: { label: 'Careers', path: address }, widgets: { 'words-below': './openings' } };
  const offer = { exposes: { './openings': './src/openings.tsx' }, slots };
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...offer }));
  await writeFile(path.join(folder, 'src/openings.tsx'), 'export default () => <b>7 openings</b>;\n');
}

test('edits, errors and their fixes show in the page, inside the shell of the site', async ({
  page,
  consoleErrors,
}) => {
  test.setTimeout(600_000);
  const folder = path.join(squad.folder, place);
  const port = await findFreePort();
  const words = [tool, 'dev', '--port', String(port), '--api', 'recorded'];
  const env = { ...process.env, ...front.environment };
  await offerInSlots(folder);
  const dev = spawn(process.execPath, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const files = {
    words: path.join(folder, 'src/content/words.ts'),
    page: path.join(folder, 'src/pages/first-page.tsx'),
  };
  const before = { words: await readFile(files.words, 'utf8'), page: await readFile(files.page, 'utf8') };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const panel = page.locator('[data-development-error]');
  // The development server may have put several there: one for each answer that it could not build.
  const overlay = page.locator('iframe').first().contentFrame();
  const firstHtml = async () => (await fetch(`http://localhost:${port}${address}`)).text();
  try {
    await expect(async () => {
      await page.goto(`http://localhost:${port}${address}`);
      await expect(heading('Work with us')).toBeVisible({ timeout: 5000 });
    }).toPass();
    expect(await firstHtml()).toMatch(/<h1[^>]*>Work with us<\/h1>/);
    await expect(panel).toHaveCount(0);
    // The edit is applied without a reload, so the page's state stays.
    await page.evaluate(() => Object.assign(window, { kept: true }));
    await writeFile(files.words, before.words.replace('Work with us', 'Come and work'));
    await expect(heading('Come and work')).toBeVisible();
    expect(await page.evaluate(() => 'kept' in window)).toBe(true);
    await expect(heading('Come and work')).toHaveCSS('letter-spacing', '3px');
    expect(await firstHtml()).toMatch(/<h1[^>]*>Come and work<\/h1>/);

    await expectPictureOfPageAlone(page, folder);

    await writeFile(files.page, before.page.replace('return <Hero', 'return <<Hero'));
    await expect(overlay.getByText('first-page.tsx').first()).toBeVisible();
    await page.reload();
    await writeFile(files.page, before.page);
    await expect(heading('Come and work')).toBeVisible();

    await expect(page.getByRole('banner').getByRole('link', { name: 'Careers' })).toBeVisible();
    const withSlot = before.page.replace('return <Hero', 'return <Hero note={<Slot name="words-below" />}');
    await writeFile(files.page, `import { Slot } from '@beaconfield/kit/slot';\n${withSlot}`);
    await expect(page.getByText('7 openings')).toBeVisible();
    await writeFile(files.page, before.page);
    await expect(page.getByText('7 openings')).toHaveCount(0);

    await writeFile(
      files.page,
      before.page.replace('const {', "if (location.href) throw new Error('on purpose');\n  const {"),
    );
    await expect(panel).toContainText('src/pages/first-page.tsx:5');
    await expect(panel).toContainText("throw new Error('on purpose')");
    await writeFile(files.page, before.page);
    await expect(heading('Come and work')).toBeVisible();
    await expect(panel).toHaveCount(0);

    const edit = (wanted: string, written: string) => writeFile(files.page, before.page.replace(wanted, written));
    await edit('const {', 'const width = window.innerWidth;\n  const {');
    const fault = `The page ${address} cannot be rendered on the server: ReferenceError: window is not defined.`;
    await expect(panel).toContainText(fault);
    await expect(panel).toContainText('src/pages/first-page.tsx:5');
    await page.reload();
    await expect(panel).toContainText(fault);
    await expect(heading('Come and work')).toBeVisible();
    await writeFile(files.page, before.page);
    await expect(panel).toHaveCount(0);

    await edit('return <Hero', 'return <Hero note={<i id={String(Math.random())} />}');
    await expect(async () => {
      await page.reload();
      await expect(panel).toContainText(/hydrat/, { timeout: 5000 });
    }).toPass();
    await expect(panel).toContainText('src/pages/first-page.tsx:6');
    await writeFile(files.page, before.page);
    await expect(panel).toHaveCount(0);

    await edit('const {', "if (typeof document === 'object') fetch('https://third.example').catch(String);\n  const {");
    await expect(panel).toContainText('breaks the content security policy (connect-src: https://third.example');
    await expect(panel).toContainText('src/pages/first-page.tsx:5');
    await writeFile(files.page, before.page);
    await expect(panel).toHaveCount(0);

    await writeFile(files.page, before.page.replace('const {', 'const wrong: number = firstPage.title;\n  const {'));
    // The type checker runs in a separate process, which is slow on a busy machine.
    await expect(overlay.getByText(/TS2322/).first()).toBeVisible({ timeout: 60_000 });
    await writeFile(files.page, before.page);
    await expect(page.locator('iframe')).toHaveCount(0);

    await openHydrated(page, `http://localhost:${port}${address}/question`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Byron');
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Opening hours');
    await page.getByRole('textbox', { name: 'Question' }).fill('Are you open on Saturdays?');
    await page.getByRole('button', { name: 'Send the question' }).click();
    await expect(page.getByText('Your question has arrived')).toBeVisible();
  } finally {
    // The console contains the errors that this test caused.
    await takeConsole(page, consoleErrors);
    dev.kill('SIGTERM');
    if (dev.exitCode === null) await once(dev, 'exit');
  }
});

test('a build of a remote of this repository is published the same way, with a key of its squad: the same build is the same release, and a changed one is another', async () => {
  test.setTimeout(300_000);
  const key = path.join(squad.folder, 'demos.key');
  const run = async (...words: string[]) => {
    const command = ['run', '-s', 'remote', '-w', 'mf-demos', '--', ...words, '--json'];
    const env = { ...process.env, BEACONFIELD_SITE: site.address, BEACONFIELD_KEY: key };
    return JSON.parse((await promisify(execFile)('npm', command, { cwd: repositoryRoot, env })).stdout);
  };
  const { publicKey } = await run('key', key);
  await grant('squad-demos', 'mf-demos', publicKey);
  const before = await site.live('mf-demos');
  const built = path.join(repositoryRoot, 'mf-demos/dist');
  expect(await run('publish', '--from', built)).toMatchObject({ id: before, added: false });
  const build = path.join(squad.folder, 'changed');
  await cp(built, build, { recursive: true });
  await writeFile(path.join(build, 'browser/note.txt'), 'another release');
  const { id, added } = await run('publish', '--from', build);
  expect({ added, isAnother: id !== before }).toEqual({ added: true, isAnother: true });
});

test('publint and Are the Types Wrong accept the packages of the site', async () => {
  test.setTimeout(300_000);
  await checkPackages(JSON.parse(await readFile(path.join(packagesFolder, packageIndexFile), 'utf8')));
});
