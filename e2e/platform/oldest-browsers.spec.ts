import { test as plainTest } from '@playwright/test';
import { loadRoutes } from '../accessibility/routes.ts';
import { findNewApis } from '../support/oldest-browsers/find-new-apis.ts';
import { findNewStyles } from '../support/oldest-browsers/find-new-styles.ts';
import { removeNewApis } from '../support/oldest-browsers/remove-new-apis.ts';
import { nameBrowsers } from '../support/oldest-browsers/targets.ts';
import { expectTold, fillForm, newEmail, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// .browserslistrc names the oldest supported browsers. docs/decisions gives the reasons.

test.describe('in a browser that has only the APIs of the oldest supported Safari', () => {
  // One page of each remote. `npm run check` looks for newer APIs in every script.
  test('pages hydrate without an error, a form is sent, and a link navigates within the tab', async ({ page }) => {
    expect(await removeNewApis(page, 'safari_ios')).toBeGreaterThan(100);
    for (const path of ['/leads', '/exotics-intake', '/my-agent', '/click-demos', '/hvac']) {
      await openHydrated(page, path);
      expect(await page.evaluate(() => ['withResolvers' in Promise, 'popover' in HTMLElement.prototype])).toEqual([
        false,
        false,
      ]);
      await expect(page.getByRole('alert').filter({ hasText: 'do not work' })).toHaveCount(0);
      await expect(page.locator('[data-static-island]')).toHaveCount(0);
    }
    const form = siteFormOf('/hvac');
    await fillForm(page, form, newEmail());
    await sendForm(page, form);
    await expectTold(page, form.thanks);
    await page.evaluate(() => document.documentElement.setAttribute('data-tab', 'same'));
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
    await expect(page).toHaveURL(/\/services$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-tab', 'same');
  });
});

test.describe('in a browser older than the supported ones', () => {
  test('a page is readable, explains what does not work, starts no scripts and reports no failure', async ({
    page,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement, 'supports'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.clock.install();
    await page.goto('/hvac');
    await page.mouse.move(1, 1);
    await page.clock.runFor(60_000);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const notice = page.getByText('This browser is too old');
    await expect(notice).toBeVisible();
    await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
    await page.getByRole('main').locator('button[type=submit]').click();
    await expect(page.getByText('Nothing was sent.')).toBeVisible();
    // The early script shows the explanation.
    const early = /^GET \/shell\/[^/]+\/early\.\w+\.js$/;
    expect(asked.filter((request) => /\.js$|_health/.test(request) && !early.test(request))).toEqual([]);
  });
});

plainTest('the check finds a script that uses a newer API, and accepts one that tests for it first', () => {
  const names = (code: string) => findNewApis(code).map(({ name }) => name);
  expect(names('const { promise } = Promise.withResolvers();')).toEqual(['Promise.withResolvers']);
  expect(names('AbortSignal.any([]); [].toSorted(); new URLPattern({});')).toEqual([
    'AbortSignal.any',
    '.toSorted()',
    'URLPattern',
  ]);
  expect(names('scheduler;')).toEqual(['scheduler']);
  expect(() => findNewApis('/a/v')).toThrow(SyntaxError);
  expect(names('x.showPopover?.(); "any" in AbortSignal && AbortSignal.any([]); typeof scheduler;')).toEqual([]);
  expect(names('const own = { toSorted() {} }; own.toSorted(); Promise.all([]); AbortSignal.timeout(1);')).toEqual([]);
});

/** Features that older browsers lack, each with the reason why that is harmless. */
const goesWithout: Readonly<Record<string, string>> = {
  'text-wrap': 'lines break less evenly',
  'text-wrap: balance': 'lines break less evenly',
  'text-wrap: pretty': 'lines break less evenly',
  'text-size-adjust': 'the prefixed name stands beside it where it matters, on phones with Safari',
  'scrollbar-gutter': 'a page behind a dialog may be a scrollbar wider',
  'scrollbar-gutter: stable': 'a page behind a dialog may be a scrollbar wider',
  'forced-color-adjust': 'Safari has no forced colours',
  'forced-color-adjust: none': 'Safari has no forced colours',
  resize: 'a text field keeps its height; phones show no handle anyway',
  'resize: vertical': 'a text field keeps its height; phones show no handle anyway',
  'cursor: pointer': 'phones show no pointer',
  'cursor: progress': 'phones show no pointer',
  'cursor: not-allowed': 'phones show no pointer',
  'cursor: default': 'phones show no pointer',
  ':selection': 'phones choose the colour of a selection themselves',
  ':has': 'Firefox before 121: each rule stands alone, and the page behind a dialog can scroll',
  'grid-template-rows: subgrid': 'Chrome before 117: parts of neighbouring cards are not level',
  'color-mix()': 'Chrome before 111: no shade under the pointer',
  'print-color-adjust': 'the prefixed name stands beside it',
  'print-color-adjust: exact': 'the prefixed name stands beside it',
  'break-after: avoid': 'a heading may be the last line of a printed sheet',
  ':popover-open': 'the sign of the menu stays as it is while the menu is open',
  'overflow-anchor': 'Safari keeps no place by itself, so there is nothing to turn off',
  'overflow-anchor: none': 'Safari keeps no place by itself, so there is nothing to turn off',
  'mask-image': 'Chrome before 120: a picture ends at an edge and does not fade',
  ':view-transition': 'a page is replaced without a movement',
  ':view-transition-group': 'a page is replaced without a movement',
  ':view-transition-old': 'a page is replaced without a movement',
  ':view-transition-new': 'a page is replaced without a movement',
  'view-transition-name': 'a page is replaced without a movement',
};

plainTest('styles use no newer feature whose absence would harm a page', async ({ request }) => {
  const found = new Map<string, string>();
  for (const path of await loadRoutes(request)) {
    const html = await (await request.get(path)).text();
    for (const [, css = ''] of html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) {
      for (const { name, browsers } of findNewStyles(css)) found.set(name, `${name}: ${nameBrowsers(browsers)}`);
    }
  }
  const allowed = Object.keys(goesWithout);
  expect([...found].filter(([name]) => !allowed.includes(name)).map(([, words]) => words)).toEqual([]);
  expect(
    allowed.filter((name) => !found.has(name)),
    'what no page uses any more',
  ).toEqual([]);
});
