import type { Page } from '@playwright/test';
import { loadRoutes } from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';

/** The figures of the specification (docs/specification.md#9), and the words that name the base of each. */
const bases: readonly { figures: readonly string[]; pages?: RegExp; base: RegExp }[] = [
  { figures: ['70-90%'], base: /exclusive leads?(, 70-90%)? (become|to) (a )?booked appointments?/ },
  { figures: ['5X-10X', '5X'], base: /(ad spend|first month|started with)/i },
  { figures: ['78%'], pages: /junk-removal/, base: /Leads that end with a date/ },
  { figures: ['129%'], pages: /junk-removal/, base: /compared with what the leads cost/ },
  { figures: ['$25-45'], pages: /junk-removal/, base: /managed campaign/i },
  { figures: ['42%'], pages: /real-estate/, base: /sellers you meet/i },
  { figures: ['215%'], pages: /real-estate/, base: /compared with what the leads cost/ },
  { figures: ['$100-250'], pages: /real-estate/, base: /managed campaign/i },
  { figures: ['3.8x'], pages: /hvac/, base: /booked jobs since the first month/ },
  { figures: ['85%'], pages: /hvac/, base: /of leads/ },
  { figures: ['$315'], pages: /hvac/, base: /repair visit/ },
  { figures: ['$26k'], pages: /solar/, base: /signed contract/ },
  { figures: ['42%'], pages: /solar/, base: /of appointments/ },
  { figures: ['3.2x'], pages: /solar/, base: /installs since the first month/ },
  { figures: ['42%', '3.8x', '27%', '31%'], pages: /youtube/, base: /compared with the same accounts before/ },
  { figures: ['38%', '4.2x', '48%', '52%'], pages: /ppc/, base: /compared with the same accounts before/ },
  { figures: ['156%', '89%', '43%', '72%'], pages: /seo/, base: /the same sites? (than )?before/ },
  { figures: ['3.8x', '70%', '5X'], pages: /^\/$/, base: /Example/ },
  { figures: ['27-36%', '22-31%', '18-25%'], pages: /leads/, base: /of visitors/ },
];

interface Statement {
  text: string;
  /** The whole text of its section. */
  section: string;
}

/** Reads the server's HTML of a page: one statement for each paragraph, item, row or figure. */
async function readStatements(page: Page, html: string): Promise<Statement[]> {
  return page.evaluate((text) => {
    const main = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
    const known = new Map<Element, string>();
    const said = (element: Element) => {
      const words = known.get(element) ?? (element.textContent ?? '').replace(/\s+/g, ' ').trim();
      known.set(element, words);
      return words;
    };
    const whole = [
      ...(main?.querySelectorAll('p, li, tr, dl > div, h1, h2, h3, caption, figcaption, blockquote, summary') ?? []),
    ];
    return (
      whole
        .filter((element) => !element.querySelector('p, li, tr') && !element.closest('form'))
        // A figure that is labelled as made up claims no result.
        .filter((element) => !/figures are made up/.test(said(element.closest('figure') ?? element)))
        .map((element) => ({
          text: said(element),
          section: said(element.closest('section') ?? element),
        }))
    );
  }, html);
}

const figurePattern = /\$\d[\d,.]*\d?k?(?:-\d+)?|\d+(?:-\d+)?%|(?<![\d.])\d[\d.]*x\b(?:-\d+x)?/gi;

const industry = /^\/(roofing|legal|hvac|junk-removal|real-estate|solar|healthcare|debt-relief)$/;

/** How often readers see words. The HTML may hide some. */
async function countShown(page: Page, path: string, words: RegExp): Promise<number> {
  await page.goto(path);
  return (await page.locator('body').innerText()).match(words)?.length ?? 0;
}

test.use({ javaScriptEnabled: false });

test('every figure names its base and is specified, only managed campaigns promise no payment without leads, only packs are a final sale, one page promises 24 hours, and prices for a lead distinguish packs from managed campaigns', async ({
  page,
  request,
}) => {
  let [counted, promises, terms, priced] = [0, 0, 0, 0];
  const promising: string[] = [];
  for (const path of await loadRoutes(request)) {
    const html = (await (await request.get(path)).text()).replaceAll('<!-- -->', '');
    const statements = await readStatements(page, html);
    expect(statements.length, path).toBeGreaterThan(0);
    for (const { text, section } of statements) {
      for (const [figure] of path.startsWith('/agents/') ? [] : text.matchAll(figurePattern)) {
        if (/^\$/.test(figure) && path.startsWith('/leads')) continue;
        counted += 1;
        const known = bases.filter(({ figures, pages }) => figures.includes(figure) && (pages?.test(path) ?? true));
        expect.soft(known, `${path} knows ${figure}: ${text}`).not.toEqual([]);
        const isBased = known.some(({ base }) => base.test(text) || base.test(section));
        expect.soft(isBased, `${path} says of what ${figure} is: ${text}`).toBe(true);
      }
      if (
        /no payment|do not pay|don’t pay|not pay if|costs? (you )?nothing|no invoice|not if there are none/i.test(text)
      ) {
        promises += 1;
        expect.soft(text, path).toMatch(/managed campaign/i);
      }
      if (/final sale|refund|prepaid/i.test(text)) {
        terms += 1;
        expect.soft(text, path).toMatch(/\bpacks?\b/i);
      }
    }
    if (industry.test(path)) {
      priced += 1;
      const both = statements.filter(({ text }) => /\bpacks?\b/i.test(text) && /managed campaign/i.test(text));
      expect.soft(both.length, `${path} distinguishes packs from managed campaigns`).toBeGreaterThan(0);
      expect.soft(html, `${path} links to the packs`).toMatch(/<main.*<a [^>]*href="\/leads.*<\/main>/s);
    }
    const inHours = html.includes('within 24 hours') ? await countShown(page, path, /within 24 hours/g) : 0;
    promising.push(...Array.from({ length: inHours }, () => path));
  }
  expect(counted).toBeGreaterThan(30);
  expect(promises).toBeGreaterThan(5);
  expect(terms).toBeGreaterThan(0);
  expect(promising).toEqual(['/consultation']);
  expect(priced).toBe(8);
});

test('each pack shows its price for a lead, which is its price divided by its leads', async ({ page, request }) => {
  for (const market of ['roofing', 'legal', 'hvac', 'solar', 'realEstate', 'junkRemoval']) {
    const html = await (await request.get(`/leads?industry=${market}`)).text();
    const rows = await page.evaluate((text) => {
      const all = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('tbody tr');
      return [...all].map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
    }, html);
    expect(rows.length).toBeGreaterThan(1);
    for (const [name, , , leads, price, actions = ''] of rows) {
      const [, each] = /\$(\d+\.\d\d) per\slead/.exec(actions) ?? [];
      expect.soft(each, name).toBe((Number(price?.slice(1)) / Number(leads)).toFixed(2));
    }
  }
});
