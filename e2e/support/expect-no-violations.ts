import { expect, type Page } from '@playwright/test';
import { runAxe } from './run-axe.ts';

/** Checks the page against WCAG 2.2 AA, as far as axe can. Each violation is reported with its place. */
export async function expectNoViolations(page: Page, where = new URL(page.url()).pathname): Promise<void> {
  const { violations } = await runAxe(page);
  expect(violations.map(({ id, html }) => `${where}: ${id} ${html}`)).toEqual([]);
}
