import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** WCAG 2.2 AA, in the tags of axe. */
export const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const source = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Returns what axe finds in the page, by the tags of its rules, `without` some of them. It runs in the page alone, which
 * has no frames: axe's own integration for Playwright opens a second page for each run, which takes three times as
 * long.
 */
export async function runAxe(page: Page, tags: readonly string[] = rules, without: readonly string[] = []) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source);
  return page.evaluate(
    async ({ values, without }) => {
      // The script above has defined it.
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations, passes } = await run(
        // The markup of the voice provider is not part of this repository.
        { exclude: ['elevenlabs-convai'] },
        {
          runOnly: { type: 'tag', values: [...values] },
          rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
          resultTypes: ['violations'],
        },
      );
      return {
        violations: violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html).join(' ') })),
        passes: passes.map(({ id }) => id),
      };
    },
    { values: tags, without },
  );
}
