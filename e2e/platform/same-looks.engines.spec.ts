import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';

/** What styles make of each element of a page, in its order, without what holds a page that was drawn in the browser. */
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

/** Classes of the page's elements, and the rules that the page has twice. */
const classesOf = (page: Page) =>
  page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
    const ofClasses = rules.filter((rule) => rule.startsWith('.s-'));
    const written = [...document.querySelectorAll('#root [class]')].map((element) => element.getAttribute('class'));
    return { written, rules: ofClasses.length, twice: ofClasses.filter((rule, at) => ofClasses.indexOf(rule) < at) };
  });

/** Those of the server's document, in which no script has run. */
const classesOfServer = (page: Page, html: string) =>
  page.evaluate((text) => {
    const elements = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('#root [class]');
    return [...elements].map((element) => element.getAttribute('class'));
  }, html);

test('the classes of a page stay when it comes alive, and no rule of the server is written again', async ({ page }) => {
  for (const path of ['/', '/leads', '/consultation']) {
    const before = await classesOfServer(page, await (await page.request.get(path)).text());
    expect(before.length, path).toBeGreaterThan(10);
    await openHydrated(page, path);
    const after = await classesOf(page);
    expect(after.written, path).toEqual(before);
    expect(after.rules, path).toBeGreaterThan(10);
    expect(after.twice, `rules of ${path} that are there twice`).toEqual([]);
  }
});

test('a page looks the same whether it was the first one or came after another', async ({ page }) => {
  for (const [from, to, name] of [
    ['/', '/services', 'Services'],
    ['/services', '/contact', 'Contact'],
  ] as const) {
    await openHydrated(page, to);
    const first = await looksOf(page);
    await openHydrated(page, from);
    await page.getByRole('banner').getByRole('link', { name, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`${to}$`));
    await expect.poll(() => looksOf(page).then((looks) => looks.join('\n'))).toBe(first.join('\n'));
  }
});
