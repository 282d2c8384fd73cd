import type { Page } from '@playwright/test';
import { loadRoutes, loadRoutesOfEachTemplate, secondAddresses } from '../accessibility/routes.ts';
import { expect, openHydrated, startScripts, test } from '../support/test.ts';

// Every page in Chromium, without second addresses, and a page of every template in every engine. Other tests check the content.

/** The width of the window, and whether the document fits it. */
const fitOf = (page: Page) =>
  page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth <= window.innerWidth] as const);

/** The classes of the page's elements, in document order. */
const classesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root [class]')].map((element) => element.getAttribute('class') ?? ''),
  );

/** How many style rules with a numbered class the page has, and the classes with a name of the browser's that repeat one. */
const rulesOf = (page: Page) =>
  page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
    const byName = Map.groupBy(rules, (rule) => /\.s-(\w+)/.exec(rule)?.[1] ?? '');
    byName.delete('');
    const said = [...byName].map(([name, own]) => ({ name, text: own.join('').replaceAll(`.s-${name}`, '.s') }));
    const ofServer = new Set(said.filter(({ name }) => name.length < 3).map(({ text }) => text));
    const twice = said.filter(({ name, text }) => name.length > 2 && ofServer.has(text)).map(({ name }) => name);
    return { numbered: ofServer.size, twice };
  });

/** Pages of each remote with forms, tables and drawings, whose classes are compared before and after hydration. */
const pagesWithComparedClasses: readonly string[] = ['/', '/leads', '/consultation', '/legal'];

const [phone, desktop] = [390, 1280];

// Other tests have the voice widget: headers.quick.spec.ts on two pages, agents-voice.spec.ts in each engine.
test('pages hydrate, fit a phone and a desktop, have one first heading and no console message, and keep the numbered classes of the server', {
  tag: '@engines',
}, async ({ page, request, consoleErrors, browserName }) => {
  const isChromium = browserName === 'chromium';
  const paths = await (isChromium ? loadRoutes(request) : loadRoutesOfEachTemplate(request));
  let widths = [phone, desktop];
  for (const path of paths.filter((one) => !secondAddresses.includes(one))) {
    await page.setViewportSize({ width: widths[0] ?? phone, height: 844 });
    await page.goto(path);
    const classes = isChromium && pagesWithComparedClasses.includes(path) ? await classesOf(page) : undefined;
    await startScripts(page);
    await expect(page.getByRole('heading', { level: 1 }), `first headings of ${path}`).toHaveCount(1);
    if (classes) await expectClasses(page, path, classes);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => fitOf(page), { message: `widths of ${path}` }).toEqual([width, true]);
    }
    expect(consoleErrors, `said by ${path}`).toEqual([]);
    // The next page opens in the window as it is.
    widths = widths.toReversed();
  }
});

/** Expects that the classes of a page are numbers and did not change in hydration. */
async function expectClasses(page: Page, path: string, before: readonly string[]): Promise<void> {
  expect(before.length, path).toBeGreaterThan(10);
  const others = before.filter((name) => !/^s-[0-9a-z]{1,2}$/.test(name));
  expect(others, `classes of ${path} that are no numbers`).toEqual([]);
  expect(await classesOf(page), `classes of ${path} after hydration`).toEqual(before);
  const { numbered, twice } = await rulesOf(page);
  expect(numbered, `rules of ${path}`).toBeGreaterThan(10);
  expect(twice, `classes of ${path} under two names`).toEqual([]);
}

test('a request that the page cancels while a test holds it does not stop the browser', {
  tag: ['@engines', '@not-firefox'],
}, async ({ page, context }) => {
  let hold: () => void = () => {};
  const isHeld = new Promise<void>((resolve) => {
    hold = resolve;
  });
  await page.goto('/services');
  await context.route('**/*?held', async (route) => {
    hold();
    await page.waitForURL('**/contact');
    await route.continue();
  });
  await page.evaluate(() => void fetch('/?held').catch(() => {}));
  await isHeld;
  await openHydrated(page, '/contact');
  await page.goto('/services');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
