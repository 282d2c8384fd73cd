import { expect, test } from '@playwright/test';
import { loadSiteConfig, siteConfigFile } from '../../shell/settings/site-config.ts';
import { loadRoutes } from '../accessibility/routes.ts';

/** A path of this site in an attribute, a srcset or a JSON value. */
const picturePath = /(?<=["',(\s])\/[\w./-]+\.(?:avif|webp|svg|jpg|png|ico|webmanifest)\b/g;
/** A link to a page with query parameters. The server renders each such state. */
const stateOfPage = /(?<=href=")\/[\w/-]*\?[^"#]+/g;

/** The origin in the URLs of share pictures. */
const { publicOrigin } = loadSiteConfig(siteConfigFile(process.env));

test('every picture that a page names, in any linked state and at any width, exists', async ({ request }) => {
  const pages = new Set(await loadRoutes(request));
  const pictures = new Set<string>();
  // A loop over a set also visits members that are added during the loop.
  for (const path of pages) {
    const html = (await (await request.get(path)).text()).replaceAll(publicOrigin, '');
    for (const [picture] of html.matchAll(picturePath)) pictures.add(picture);
    for (const [state] of html.matchAll(stateOfPage)) pages.add(state.replaceAll('&amp;', '&'));
  }
  const missing: string[] = [];
  for (const picture of pictures) if (!(await request.get(picture)).ok()) missing.push(picture);
  expect(missing).toEqual([]);
  expect(pictures.size).toBeGreaterThan(80);
});
