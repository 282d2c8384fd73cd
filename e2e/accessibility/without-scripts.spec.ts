import type { APIRequestContext, Page } from '@playwright/test';
import { findSecondColumns, listLoneButtons } from '../layout/columns.ts';
import { expectComposition } from '../layout/composition.ts';
import { expect, test } from '../support/test.ts';
import { findInMarkup } from './page-checks.ts';
import { loadRoutes, loadRoutesOfEachKind } from './routes.ts';

/** The route as a file name. The home page is `home`. */
function nameOf(path: string): string {
  return path.replaceAll('/', ' ').trim().replaceAll(' ', '-') || 'home';
}

/** Extracts landmarks, headings and controls with their names, in the reading order of screen readers. */
function outlineOf(snapshot: string): string {
  const wanted =
    /^\s*- (banner|navigation|main|region|contentinfo|form|search|heading|textbox|combobox|checkbox|radio|button|tab|group)\b.*/;
  return snapshot
    .split('\n')
    .filter((line) => wanted.test(line))
    .map((line) => line.replace(/:( .*)?$/, ''))
    .join('\n');
}

/** Pages of one short form or message. */
const shortPages = /^\/(?:my-agent|agents|exotics-intake|services\/exotic-car-intake|no-such-page)/;

/** The labels of links to /consultation: one label, and the exceptions of the specification and of the call bar on phones. */
const consultationLabels = /^(SCHEDULE A CONSULTATION|Get custom pricing|Book a consultation)$/;
const pagesWithOneWay = /^\/(?:|hvac|roofing|healthcare|services|services\/seo|ai-agent-demo|leads)$/;

// The server's HTML, without states that scripts load or restore.
test.use({ javaScriptEnabled: false });

test('without JavaScript every page can be read, matches its recorded outline and has one footer, its links work, its columns and buttons are composed as designed, and its markup avoids known problems of Safari and Firefox', async ({
  page,
  request,
}) => {
  const starts = new Map<string, string[]>();
  const targets = new Set<string>();
  let [lists, disabled, traps] = [0, 0, 0];
  const kinds = await loadRoutesOfEachKind(request);
  for (const path of await loadRoutes(request)) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    await test.step(`landmarks, headings and controls of ${path}`, async () => {
      const outline = outlineOf(await page.locator('body').ariaSnapshot());
      expect.soft(`${outline}\n`).toMatchSnapshot(`${nameOf(path)}.txt`);
    });
    if (!shortPages.test(path))
      await expect.soft(page.getByRole('main'), `text of ${path}`).toContainText(/[\s\S]{600}/, { useInnerText: true });
    for (const found of await findSecondColumns(page)) {
      const [name, start = ''] = found.split(': ');
      starts.set(start, [...(starts.get(start) ?? []), `${path} ${name}`]);
    }
    if (kinds.includes(path)) {
      await expectReadable(page, path);
      const found = await page.evaluate(findInMarkup);
      expect.soft(found.unheard, `lists of ${path} that VoiceOver passes over`).toEqual([]);
      expect.soft(found.restored, `controls of ${path} that Firefox restores`).toEqual([]);
      expect.soft(found.filledTraps, `traps of ${path} that a browser may fill`).toEqual([]);
      lists += found.lists;
      disabled += found.disabled;
      traps += found.traps;
    }
    await expectLinks(page, path, targets);
    await expectComposition(page, path);
    await page.setViewportSize({ width: 390, height: 844 });
    expect.soft(await listLoneButtons(page), `buttons of ${path} that are not as wide as the text`).toEqual([]);
  }
  expect([...starts].length, JSON.stringify([...starts])).toBe(1);
  expect([...starts.values()].flat().length).toBeGreaterThan(30);
  expect(lists).toBeGreaterThan(30);
  expect(disabled).toBeGreaterThan(0);
  expect(traps).toBeGreaterThan(5);
  expect(targets.size).toBeGreaterThan(20);
  expect(await listBroken(request, targets)).toEqual([]);
});

/** Checks what visitors without scripts read. */
async function expectReadable(page: Page, path: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 }), path).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link').first(), path).toBeVisible();
  // Parts that need scripts have a notice, and no loading message is shown. The notice is found by its element, because
  // Playwright does not search text in noscript.
  const notice = page.locator('noscript p');
  await expect(notice, path).toContainText('JavaScript is off');
  await expect(notice.getByRole('link'), path).toHaveAttribute('href', /^tel:/);
  await expect(main.getByText('Loading'), path).toBeHidden();
}

/** Checks the footer and the links to /consultation, and adds the paths of this site that the page links to. */
async function expectLinks(page: Page, path: string, targets: Set<string>): Promise<void> {
  const { footers, links } = await page.evaluate(() => ({
    footers: document.querySelectorAll('footer').length,
    links: [...document.querySelectorAll('a')].map((link) => ({
      href: link.getAttribute('href') ?? '',
      label: (link.getAttribute('aria-label') ?? link.textContent ?? '').trim(),
    })),
  }));
  expect(footers, `footers of ${path}`).toBe(1);
  for (const { href } of links) if (href.startsWith('/')) targets.add(new URL(href, 'http://site').pathname);
  if (!pagesWithOneWay.test(path)) return;
  const labels = links.filter(({ href }) => href === '/consultation').map(({ label }) => label);
  const others = labels.filter((label) => !consultationLabels.test(label));
  expect(others, `labels of links to /consultation on ${path}`).toEqual([]);
  expect(labels.filter((label) => label === 'SCHEDULE A CONSULTATION').length, path).toBe(1);
}

/** Requests paths of this site. Returns those that are not there. */
async function listBroken(request: APIRequestContext, paths: Iterable<string>): Promise<string[]> {
  const broken: string[] = [];
  for (const path of paths) if (!(await request.get(path)).ok()) broken.push(path);
  return broken;
}
