import { findSecondColumns, listLoneButtons } from '../layout/columns.ts';
import { expect, test } from '../support/test.ts';
import { loadRoutes } from './routes.ts';

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

// The server's HTML, without states that scripts load or restore.
test.use({ javaScriptEnabled: false });

test('every page can be read, matches its recorded outline, begins its second columns in one place, and has wide buttons on a phone', async ({
  page,
  request,
}) => {
  const starts = new Map<string, string[]>();
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
    await page.setViewportSize({ width: 390, height: 844 });
    expect.soft(await listLoneButtons(page), `buttons of ${path} that are not as wide as the text`).toEqual([]);
  }
  expect([...starts].length, JSON.stringify([...starts])).toBe(1);
  expect([...starts.values()].flat().length).toBeGreaterThan(30);
});
