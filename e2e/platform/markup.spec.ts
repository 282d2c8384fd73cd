import type { APIRequestContext, Page } from '@playwright/test';
import { loadRoutes, loadRoutesOfEachKind } from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every kind of page is readable, its markup avoids known problems of Safari and Firefox, and the links of every page work', async ({
    page,
    request,
  }) => {
    let [lists, disabled, traps] = [0, 0, 0];
    for (const path of await loadRoutesOfEachKind(request)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expectReadable(page);
      const found = await page.evaluate(findInMarkup);
      expect.soft(found.unheard, `lists of ${path} that VoiceOver passes over`).toEqual([]);
      expect.soft(found.restored, `controls of ${path} that Firefox restores`).toEqual([]);
      expect(found.filledTraps, `traps of ${path} that a browser may fill`).toEqual([]);
      lists += found.lists;
      disabled += found.disabled;
      traps += found.traps;
    }
    expect(lists).toBeGreaterThan(30);
    expect(disabled).toBeGreaterThan(0);
    expect(traps).toBeGreaterThan(5);
    expect(await listBrokenLinks(request)).toEqual([]);
  });
});

/** Runs in the page. Lists and counts what browsers are known to have problems with. */
function findInMarkup() {
  const all = <Found extends Element>(selector: string) => [...document.querySelectorAll<Found>(selector)];
  // VoiceOver ignores a list without markers, unless it has role=list or is inside a nav.
  const unheard = all(':is(ul, ol):not([role=list]):not(nav *)').filter(
    (list) => getComputedStyle(list).listStyleType === 'none' || getComputedStyle(list).display !== 'block',
  );
  // After a reload Firefox restores whether a control was disabled, and ignores the new HTML.
  const disabled = all(':is(button, input, select, textarea, fieldset):disabled');
  const restored = disabled.filter((control) => !control.matches('[autocomplete=off]'));
  // Browsers autofill every focusable field, also one outside of the window.
  const traps = all<HTMLInputElement>('form[data-kit-form] input[name=topic]');
  const filled = traps.filter((trap) => {
    trap.focus();
    const isSafe = !trap.checkVisibility({ visibilityProperty: true }) && document.activeElement !== trap;
    return !isSafe || new FormData(trap.form ?? undefined).get(trap.name) !== '';
  });
  const shown = (elements: readonly Element[]) => elements.map((element) => element.outerHTML.slice(0, 120));
  return {
    ...{ unheard: shown(unheard), restored: shown(restored), filledTraps: shown(filled) },
    ...{ lists: all('[role=list]').length, disabled: disabled.length, traps: traps.length },
  };
}

/** Checks what visitors without scripts read. */
async function expectReadable(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
  // Parts that need scripts have a notice, and no loading message is shown. The notice is found by its element, because
  // Playwright does not search text in noscript.
  const notice = page.locator('noscript p');
  await expect(notice).toContainText('JavaScript is off');
  await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
  await expect(main.getByText('Loading')).toBeHidden();
}

/** Requests what the links of every page lead to on this site. Returns the paths that are not there. */
async function listBrokenLinks(request: APIRequestContext): Promise<string[]> {
  const targets = new Set<string>();
  for (const path of await loadRoutes(request)) {
    const html = await (await request.get(path)).text();
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="(\/[^"]*)"/g)) {
      targets.add(new URL(href.replaceAll('&amp;', '&'), 'http://site').pathname);
    }
  }
  expect(targets.size).toBeGreaterThan(20);
  const broken: string[] = [];
  for (const target of targets) if (!(await request.get(target)).ok()) broken.push(target);
  return broken;
}

test('styles have both the standard and the prefixed property where iOS needs the prefix', async ({ request }) => {
  for (const path of await loadRoutes(request)) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('-webkit-text-size-adjust:100%');
    for (const property of ['text-size-adjust', 'user-select', 'backdrop-filter', 'box-decoration-break', 'hyphens']) {
      const plain = html.match(new RegExp(`(?<![\\w-])${property}:`, 'g'))?.length ?? 0;
      const prefixed = html.match(new RegExp(`-webkit-${property}:`, 'g'))?.length ?? 0;
      expect(prefixed, `${property} of ${path}`).toBe(plain);
    }
  }
});
