import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** WCAG 2.2 AA as axe tags. */
export const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const source = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules whose result depends on the size and the place of texts. */
export const rulesOfLayout = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

interface AxeOptions {
  tags?: readonly string[];
  /** These rules alone, whatever their tags. */
  only?: readonly string[] | undefined;
  /** A selector of the part of the page to check. */
  part?: string;
}

/**
 * Returns axe's findings. axe runs in the page itself, which has no frames: axe's own integration for Playwright opens a
 * second page for each run, which takes three times as long.
 */
export async function runAxe(page: Page, { tags = rules, only, part }: AxeOptions = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source);
  return page.evaluate(
    async ({ type, values, include }) => {
      // The cast is safe: the script above has defined it.
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations, passes } = await run(
        // The voice provider's markup is not part of this repository.
        { ...(include && { include: [include] }), exclude: ['elevenlabs-convai'] },
        {
          runOnly: { type, values: [...values] },
          resultTypes: ['violations'],
        },
      );
      return {
        violations: violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html).join(' ') })),
        passes: passes.map(({ id }) => id),
      };
    },
    {
      ...(only ? ({ type: 'rule', values: only } as const) : ({ type: 'tag', values: tags } as const)),
      include: part,
    },
  );
}
