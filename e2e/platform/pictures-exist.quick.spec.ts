import { loadSiteConfig, siteConfigFile } from '../../shell/settings/site-config.ts';
import { loadRoutes } from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';

/** A path of this site in an attribute, a list of sources, or a value of JSON. */
const picturePath = /(?<=["',(\s])\/[\w./-]+\.(?:avif|webp|svg|jpg|png|ico|webmanifest)\b/g;
/** A page with parameters, as a link of another page names it: the server renders each such state. */
const stateOfPage = /(?<=href=")\/[\w/-]*\?[^"#]+/g;

/** Pictures for shared links are named with it. */
const { publicOrigin } = loadSiteConfig(siteConfigFile(process.env));

test('every picture that a page names, in any state that is linked and at any width, is there', async ({ request }) => {
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
