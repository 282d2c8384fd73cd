import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';

/** The computed styles of each element in document order, without the wrapper of a page that the browser rendered. */
const looksOf = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '#root > :is(header, main, footer), main :not(main > div:only-child), header *, footer *',
      ),
    ].map((element) => {
      const { display, color, backgroundColor, fontSize, fontFamily, padding, margin, borderRadius, gap } =
        getComputedStyle(element);
      const looks = [display, color, backgroundColor, fontSize, fontFamily, padding, margin, borderRadius, gap];
      return `${element.localName} ${element.getAttribute('data-part') ?? ''}: ${looks.join('; ')}`;
    }),
  );

/** The classes of the page's elements, and how many rules of the browser repeat a rule of the server. */
const namesOf = (page: Page) =>
  page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
    const byName = Map.groupBy(rules, (rule) => /\.s-(\w+)/.exec(rule)?.[1] ?? '');
    byName.delete('');
    const said = [...byName].map(([name, own]) => ({ name, text: own.join('').replaceAll(`.s-${name}`, '.s') }));
    const ofServer = new Set(said.filter(({ name }) => name.length < 3).map(({ text }) => text));
    const twice = said.filter(({ name, text }) => name.length > 2 && ofServer.has(text)).map(({ name }) => name);
    const written = [...document.querySelectorAll('#root [class]')].map((element) => element.getAttribute('class'));
    return { written, numbers: ofServer.size, twice };
  });

/** The classes in the server's document, before any script has run. */
const namesOfServer = (page: Page, html: string) =>
  page.evaluate((text) => {
    const elements = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('#root [class]');
    return [...elements].map((element) => element.getAttribute('class'));
  }, html);

test('the classes of a page are numbers and do not change in hydration', async ({ page }) => {
  for (const path of ['/', '/leads', '/consultation', '/legal']) {
    const before = await namesOfServer(page, await (await page.request.get(path)).text());
    expect(before.length, path).toBeGreaterThan(10);
    expect(
      before.filter((name) => !/^s-[0-9a-z]{1,2}$/.test(name ?? '')),
      path,
    ).toEqual([]);
    await openHydrated(page, path);
    const after = await namesOf(page);
    expect(after.written, path).toEqual(before);
    expect(after.numbers, path).toBeGreaterThan(10);
    expect(after.twice, `classes of ${path} under two names`).toEqual([]);
  }
});

test('a page looks the same as a first page and after navigation', async ({ page }) => {
  const pages = [
    ['/services', 'Services'],
    ['/contact', 'Contact'],
  ] as const;
  const first = new Map<string, string[]>();
  for (const [path] of pages) {
    await openHydrated(page, path);
    first.set(path, await looksOf(page));
  }
  await openHydrated(page, '/');
  for (const [path, name] of pages) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect.poll(() => looksOf(page).then((looks) => looks.join('\n'))).toBe(first.get(path)?.join('\n'));
  }
});
