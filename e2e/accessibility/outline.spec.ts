import { expect, test } from '../support/test.ts';
import { loadRoutes } from './routes.ts';

/** The route as the name of a file; the home page is `home`. */
function nameOf(path: string): string {
  return path.replaceAll('/', ' ').trim().replaceAll(' ', '-') || 'home';
}

/** Landmarks, headings and controls with their names, in the order in which a screen reader comes to them. */
function outlineOf(snapshot: string): string {
  const wanted =
    /^\s*- (banner|navigation|main|region|contentinfo|form|search|heading|textbox|combobox|checkbox|radio|button|tab|group)\b.*/;
  return snapshot
    .split('\n')
    .filter((line) => wanted.test(line))
    .map((line) => line.replace(/:( .*)?$/, ''))
    .join('\n');
}

// As the server sends it: what scripts fetch or remember has states of its own.
test.use({ javaScriptEnabled: false });

test('landmarks, headings and controls of every page come in the order that was agreed on', async ({
  page,
  request,
}) => {
  for (const path of await loadRoutes(request)) {
    await page.goto(path);
    const outline = outlineOf(await page.locator('body').ariaSnapshot());
    expect.soft(`${outline}\n`).toMatchSnapshot(`${nameOf(path)}.txt`);
  }
});
