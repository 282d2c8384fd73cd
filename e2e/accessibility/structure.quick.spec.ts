import { expect, test } from '@playwright/test';
import { loadRoutes } from './routes.ts';

/** The heading levels of a document, in order. */
function headingLevels(html: string): number[] {
  return [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
}

function countOf(html: string, tag: string): number {
  return html.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length ?? 0;
}

test('every page has a language, a title, one main element between header and footer, one first heading, and skips no level', async ({
  request,
}) => {
  for (const path of await loadRoutes(request)) {
    const html = await (await request.get(path)).text();
    expect(html, `language of ${path}`).toMatch(/<html[^>]* lang="en(-US)?"/);
    expect(html, `title of ${path}`).toMatch(/<title>[^<]+<\/title>/);
    expect(countOf(html, 'main'), `main parts of ${path}`).toBe(1);
    const places = ['<header', '<main', '<footer'].map((tag) => html.indexOf(tag));
    expect(places, `order of the parts of ${path}`).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places), `missing part of ${path}`).toBeGreaterThan(0);
    expect(countOf(html, 'h1'), `first headings of ${path}`).toBe(1);
    const levels = headingLevels(html);
    expect(levels[0], `level of the first heading of ${path}`).toBe(1);
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps, `headings of ${path}, in order ${levels.join(' ')}, that leave a level out`).toEqual([]);
  }
});
