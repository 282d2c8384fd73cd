import {
  loadRoutes,
  loadRoutesOfEachKind,
  loadRoutesOfEachTemplate,
  secondAddresses,
} from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';
import { everyLook, looksOfPictures, looksOfWords, openSweeper } from './sweep-page.ts';

/** URLs of further states of pages. */
const furtherViews = ['/leads?industry=solar', '/exotics-intake?step=5', '/exotics-intake?step=9'];

/** Each part takes every third URL, because tests of one file run in parallel. */
const parts = [1, 2, 3];

for (const part of parts) {
  test(`nothing overflows, is cut or covered at any width, text setting or medium (URLs, part ${part} of 3)`, async ({
    page,
    request,
  }) => {
    const sweep = await openSweeper(page);
    const paths = (await loadRoutes(request)).filter((path) => !secondAddresses.includes(path));
    const addresses = [...paths, ...furtherViews];
    const kinds = new Set(await loadRoutesOfEachKind(request));
    const templates = new Set([...(await loadRoutesOfEachTemplate(request)), ...furtherViews]);
    const looksOf = (path: string) => {
      if (templates.has(path)) return everyLook;
      return kinds.has(path) ? looksOfPictures : looksOfWords;
    };
    for (const path of addresses.filter((_, index) => index % parts.length === part - 1)) {
      expect.soft(await sweep(path, looksOf(path)), path).toEqual([]);
    }
  });
}

/** For each rule a style that breaks it, and the expected fault: on /leads, or on another page where /leads has nothing that the rule is about. */
const planted: readonly { rule: string; style: string; says: RegExp; path?: string }[] = [
  { rule: 'the page is no wider than the window', style: 'footer { width: 120vw }', says: /the page is .* too wide/ },
  { rule: 'nothing is wider than its box', style: 'h2 { white-space: nowrap }', says: /px narrower than what stands/ },
  { rule: 'no text leaves the window', style: 'h1 { margin-left: -4em }', says: /reaches out of the window/ },
  { rule: 'no text is cut', style: 'h1 { overflow: hidden; height: 9px }', says: /is cut off by/ },
  { rule: 'no word is broken', style: 'footer li a { width: 5em }', says: /is broken within its one word/ },
  { rule: 'no text lies over another', style: 'h3 { margin-bottom: -1.5em }', says: /lie over one another/ },
  {
    rule: 'no text runs into another',
    style: 'footer [data-part=legal] ul { column-gap: 1px !important } footer [data-part=legal] li a { width: auto }',
    says: /runs into/,
  },
  { rule: 'nothing is covered', style: 'header { height: 260px !important }', says: /is covered/ },
  {
    rule: 'labels keep clear of edges',
    style: 'main button { padding: 0 !important; min-height: 0 !important }',
    says: /touches the edge/,
  },
  {
    rule: 'links of the header do not wrap',
    style: 'header nav a { display: inline-block; width: 3em }',
    says: /wraps in the header/,
  },
  {
    rule: 'the header holds what it shows',
    style: 'header > div { height: 400px !important }',
    says: /header is too low/,
  },
  {
    rule: 'pictures are whole',
    style: 'img { width: 200px !important; height: 40px !important; object-fit: cover !important }',
    says: /is cropped/,
  },
  { rule: 'icons keep their size', style: 'svg[width] { width: 9px }', says: /is squeezed/ },
  {
    rule: 'the lighthouse is whole',
    path: '/',
    style: 'div[data-part=beam] { translate: 0 -900px }',
    says: /lighthouse .* cut/,
  },
  {
    rule: 'words keep clear of the drawing',
    path: '/',
    style: '[data-part=words] { translate: 0 420px }',
    says: /among the roofs/,
  },
  { rule: 'the chosen one looks chosen', style: '[role=tab] { all: unset !important }', says: /does not look chosen/ },
];

test('the sweep finds a planted fault against each of its rules, and text on the beam of the home page', async ({
  page,
}) => {
  const sweep = await openSweeper(page);
  for (const [path, rules] of Map.groupBy(planted, ({ path = '/leads' }) => path)) {
    const faults = await sweep(path, looksOfWords, rules.map(({ style }) => style).join('\n'));
    for (const { rule, says } of rules) {
      expect.soft(faults.filter((fault) => says.test(fault)).length, rule).toBeGreaterThan(0);
    }
  }
  const faults = await sweep(
    '/',
    looksOfWords,
    '[data-part=words] { padding-left: 420px } [data-part=art] { top: -200px !important }',
  );
  expect(faults.filter((fault) => /stands on the beam of the picture/.test(fault))).not.toEqual([]);
});
