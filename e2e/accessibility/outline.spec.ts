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

// The server's HTML, without states that scripts load or restore.
test.use({ javaScriptEnabled: false });

test('landmarks, headings and controls of every page match the recorded outline', async ({ page, request }) => {
  for (const path of await loadRoutes(request)) {
    await page.goto(path);
    const outline = outlineOf(await page.locator('body').ariaSnapshot());
    expect.soft(`${outline}\n`).toMatchSnapshot(`${nameOf(path)}.txt`);
  }
});
