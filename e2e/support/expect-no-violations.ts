import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA, in the tags of axe. */
export const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Holds what is on the screen to WCAG 2.2 AA, as far as axe can tell; each fault is named with its place. */
export async function expectNoViolations(page: Page, where = new URL(page.url()).pathname): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // The provider's own markup is not ours to mend.
    .exclude('elevenlabs-convai')
    .withTags(rules)
    .analyze();
  expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
