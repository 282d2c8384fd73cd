import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startDevelopmentServer } from '../support/development-server.ts';
import { folderOfRemote, startSiteWithRemote } from '../support/own-remote.ts';
import type { ShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, startScripts, takeConsole, test } from '../support/test.ts';

// A remote that imports style sheets, pictures, a font and a worker, and uses Chakra UI as its documentation describes. It is
// built, published and checked by the gate like any other. Its release contains the files, under its own URL.

const folder = folderOfRemote('files');

let site: ShellSite;
let files: string;

test.describe.configure({ mode: 'serial' });
test.setTimeout(300_000);

test.beforeAll(async () => {
  test.setTimeout(480_000);
  const started = await startSiteWithRemote('files');
  ({ site } = started);
  files = `/remotes/mf-files/${started.id}/browser/`;
  // The first answers have no rendered page if the renderer starts slowly.
  await expect.poll(async () => (await fetch(`${site.address}/files`)).text()).toContain('<h1');
});

test.afterAll(() => site.stop());

async function expectLooks(page: Page, own = files): Promise<void> {
  const card = page.getByTestId('card');
  await expect(card).toHaveCSS('background-color', 'rgb(0, 128, 0)');
  await expect(card).toHaveCSS('background-image', new RegExp(`^url\\("https?://[^/]+${own}files/\\w{16}\\.svg"\\)$`));
  await expect(card).toHaveCSS('padding-left', '24px');
  await expect(card).toHaveCSS('border-left-width', '11px');
  await expect(page.getByRole('banner')).toHaveCSS('border-left-width', '0px');
  await expect(page.getByText('from a text file in 2031')).toBeVisible();
  await expect(card.getByText('In a card')).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', '"Own Display", serif');
  await expect(page.getByRole('banner')).toBeVisible();
  const picture = page.getByRole('img', { name: 'The sign of the site' });
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(192);
  const faces = await page.evaluate(async () => (await document.fonts.load('1em "Own Display"')).length);
  expect(faces).toBeGreaterThan(0);
}

/** The computed styles of the elements of Chakra's page, which have a test id. */
const looksOf = (page: Page) =>
  page.evaluate(() => {
    const looks: Record<string, Record<string, string>> = {};
    for (const element of document.querySelectorAll<HTMLElement>('[data-testid]')) {
      const { backgroundColor, borderRadius, borderTopStyle, color, marginTop, paddingLeft } =
        getComputedStyle(element);
      const name = element.dataset.testid ?? '';
      looks[name] = { backgroundColor, borderRadius, borderTopStyle, color, marginTop, paddingLeft };
    }
    return looks;
  });

const looksOfChakra = {
  'style-props': {
    paddingLeft: '16px',
    marginTop: '8px',
    backgroundColor: 'rgb(239, 68, 68)',
    color: 'rgb(255, 255, 255)',
  },
  // Chakra's palette where the component names one, the site's colours elsewhere.
  palette: { backgroundColor: 'rgb(13, 148, 136)', borderTopStyle: 'solid' },
  'site-palette': { backgroundColor: 'rgb(199, 64, 31)', color: 'rgb(255, 255, 255)' },
  'palette-on-ink': { backgroundColor: 'rgb(255, 176, 32)', color: 'rgb(14, 27, 42)' },
  'on-ink': { color: 'rgb(185, 195, 205)' },
  badge: { backgroundColor: 'rgb(22, 163, 74)' },
  note: { backgroundColor: 'rgb(255, 176, 32)', color: 'rgb(14, 27, 42)', borderRadius: '12px' },
  card: { borderTopStyle: 'solid', backgroundColor: 'rgb(255, 255, 255)' },
  'kit-button': { backgroundColor: 'rgb(199, 64, 31)', borderRadius: '4px' },
};

test('the first HTML has the style sheets with their integrity, pictures under the URL of the release, and the components of Chakra with all of their styles', async ({
  browser,
}) => {
  const html = await (await fetch(`${site.address}/files`)).text();
  expect(html).toMatch(
    new RegExp(`<link rel="stylesheet" href="${files}page-files\\.\\w+\\.css" integrity="sha384-[^"]+">`),
  );
  expect(html).toContain(`src="${files}files/`);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.address}/files`);
  await expectLooks(page);
  await page.goto(`${site.address}/files/chakra`);
  expect(await looksOf(page)).toMatchObject(looksOfChakra);
  await expect(page.getByRole('tab', { name: 'One' })).toBeVisible();
  await expect(page.getByText('The first tab')).toBeVisible();
  await expect(page.getByText('The second tab')).toBeHidden();
  await context.close();
});

test('the page hydrates without a mismatch, the worker responds, and a chunk of any name loads', async ({ page }) => {
  await openHydrated(page, `${site.address}/files`);
  await expectLooks(page);
  await expect(page.getByTestId('doubled')).toHaveText('42');
  await page.getByRole('button', { name: 'Load' }).click();
  await expect(page.getByTestId('late')).toHaveText('loaded later');
});

test('the styles of a page load with it, and affect neither the frame nor other pages; a nested route has its parameters on the server and in the browser, and a blocker stops a link and Back', async ({
  page,
}) => {
  const chakraFiles = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (/\/chakra\.\w+\.js$/.test(name) ? [name] : [])),
    );
  const heading = page.getByRole('heading', { level: 1 });
  await openHydrated(page, `${site.address}/files/plain`);
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0);
  expect(await chakraFiles()).toEqual([]);
  expect(await page.locator('style').allTextContents()).not.toContainEqual(
    expect.stringContaining('--k-colors-red-500'),
  );
  // The wrapper element must not change that the last section of a short page extends to the footer.
  const bottoms = await page.evaluate(() =>
    ['main section:last-child', 'main'].map((name) => document.querySelector(name)?.getBoundingClientRect().bottom),
  );
  expect(bottoms[0]).toBe(bottoms[1]);
  const ownFont = await heading.evaluate((element) => getComputedStyle(element).fontFamily);
  await page.getByRole('link', { name: 'To the files' }).click();
  await expect(heading).toHaveText('Files');
  await expectLooks(page);
  await page.getByRole('link', { name: 'To the plain page' }).click();

  expect(await (await fetch(`${site.address}/files/notes/first`)).text()).toMatch(/Note (?:<!-- -->)?first/);
  await page.getByRole('link', { name: 'To the first note' }).click();
  await expect(heading).toHaveText('Note first');
  await page.getByRole('textbox', { name: 'Text' }).fill('not kept');
  await page.getByRole('link', { name: 'To the second note' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(heading).toHaveText('Note first');
  await page.goBack();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('not kept');
  await page.getByRole('link', { name: 'To the second note' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(heading).toHaveText('Note second');
  await expect(page).toHaveURL(`${site.address}/files/notes/second`);
  // The text came along, because both notes are one component.
  await page.getByRole('textbox', { name: 'Text' }).fill('');
  await page.getByRole('link', { name: 'To the plain page' }).click();

  await page.getByRole('link', { name: 'To another remote' }).click();
  await expect(page).toHaveURL(`${site.address}/services`);
  await expect(heading).toHaveCSS('font-family', ownFont);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await chakraFiles()).toEqual([]);
  await page.goBack();
  await page.getByRole('link', { name: 'To Chakra' }).click();
  await expect(heading).toHaveText('Chakra');
  expect(await chakraFiles()).not.toEqual([]);
});

test('the page with Chakra hydrates without a mismatch, and everything works', async ({ page }) => {
  await page.goto(`${site.address}/files/chakra`);
  const before = await looksOf(page);
  // The fixture fails on a hydration error in the console.
  await startScripts(page);
  expect(await looksOf(page)).toEqual(before);
  expect(before).toMatchObject(looksOfChakra);
  await expect(page.getByTestId('style-props')).toHaveText('Style props, wide');

  await page.getByTestId('style-props').hover();
  await expect(page.getByTestId('style-props')).toHaveCSS('background-color', 'rgb(37, 99, 235)');
  await page.getByTestId('palette').click();
  await expect(page.getByTestId('palette')).toHaveText('Pressed 1');
  await page.getByRole('tab', { name: 'Two' }).click();
  await expect(page.getByText('The second tab')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByText('Hidden words')).toBeVisible();
  await page.getByRole('slider').press('ArrowRight');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '41');

  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  // A portal is outside of the page's root and still has its styles.
  expect(await menu.evaluate((element) => element.closest('#root'))).toBeNull();
  await expect(menu).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

/** Writes the sources of the plain page, one after the other. Each is expected to show in place of the one before. */
async function editPlainPage(page: Page, address: string): Promise<void> {
  const source = path.join(folder, 'src/pages/plain-page.tsx');
  const before = await readFile(source, 'utf8');
  const note = page.getByText('With a slot');
  /** Waits until the page is loaded whole. An edit that reloads it shows in the first HTML, long before that. */
  const whole = async () => {
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    await page.waitForLoadState();
  };
  const withSlot = before.replace(
    '<TextLink',
    '<p>With a slot</p>\n      <Slot name="words-below" />\n      <TextLink',
  );
  try {
    await openHydrated(page, `${address}/files/plain`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plain');
    // No script that the page has loaded takes these modules of the shell.
    await writeFile(source, `import { Slot } from 'kit/slot';\n${withSlot}`);
    await expect(note).toBeVisible();
    await whole();
    await writeFile(source, before);
    await expect(note).toHaveCount(0);
    // The modules went with the second edit.
    await writeFile(source, `import { Slot } from 'kit/slot';\n${withSlot}`);
    await expect(note).toBeVisible();
    await whole();

    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await writeFile(source, `if ('document' in globalThis) throw new Error('at each load');\n${before}`);
    await expect(page.locator('[data-development-error]')).toBeVisible();
    await expect.poll(() => loads).toBeGreaterThan(0);
    // A page that reloads again and again loads many times in this time. The compiler may see one edit as two.
    await page.waitForTimeout(3000);
    expect(loads).toBeLessThan(4);
  } finally {
    await writeFile(source, before);
  }
  // The edit reloads the page once more, and the page that failed has the heading, too.
  await expect(page.locator('[data-development-error]')).toHaveCount(0);
  await whole();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plain');
}

test('the development server serves the files and the styles of Chakra, and replaces an edited style sheet without a reload', async ({
  page,
  browser,
  consoleErrors,
}) => {
  const dev = await startDevelopmentServer('e2e/support/files-remote', site.address);
  const sheet = path.join(folder, 'src/own/card.module.css');
  const before = await readFile(sheet, 'utf8');
  try {
    await expect(async () => {
      await page.goto(`${dev.address}/files`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Files', { timeout: 5000 });
    }).toPass();
    await expectLooks(page, '/@dev/mf-files/');
    const html = await (await fetch(`${dev.address}/files`)).text();
    expect(html).toMatch(/<h1[^>]*>Files<\/h1>/);
    expect(html).toContain('<link rel="stylesheet" href="/@dev/mf-files/page-files.css">');
    expect(html).not.toContain(files);
    await expect(page.locator('[data-development-error]')).toHaveText([]);
    await expect(page.getByTestId('doubled')).toHaveText('42');
    await page.evaluate(() => Object.assign(window, { kept: true }));
    await writeFile(sheet, before.replace('signal-green', 'rgb(0 0 128)'));
    await expect(page.getByTestId('card')).toHaveCSS('background-color', 'rgb(0, 0, 128)');
    expect(await page.evaluate(() => 'kept' in window)).toBe(true);
    await expect(page.getByTestId('doubled')).toHaveText('42');

    await openHydrated(page, `${dev.address}/files/chakra`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chakra');
    await expect(page.locator('[data-development-error]')).toHaveText([]);
    expect(await looksOf(page)).toMatchObject(looksOfChakra);
    await page.getByRole('slider').press('ArrowRight');
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '41');
    const context = await browser.newContext({ javaScriptEnabled: false });
    const withoutScripts = await context.newPage();
    await withoutScripts.goto(`${dev.address}/files/chakra`);
    expect(await looksOf(withoutScripts)).toMatchObject(looksOfChakra);
    await context.close();

    expect(consoleErrors).toEqual([]);
    await editPlainPage(page, dev.address);
    // The console contains the errors of its updates.
    await takeConsole(page, consoleErrors);
  } finally {
    await writeFile(sheet, before);
    await dev.stop();
  }
});
