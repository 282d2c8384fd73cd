import { launchChromium } from '../../run/chromium.ts';
import { markdownTable } from '../../support/figures.ts';
import { visitFirst } from '../support/first-visit.ts';
import { page, type Subject } from './load.ts';

/** Compares the requests and bytes of a first visit by server. Registered remotes that the page does not use must add nothing. */
export async function benchFirstLoads(subjects: readonly Subject[]): Promise<string> {
  const browser = await launchChromium();
  try {
    const rows: (string | number)[][] = [];
    for (const { name, address } of subjects) {
      const { answers } = await visitFirst(browser, address, page);
      rows.push([name, answers.length, answers.reduce((sum, { body }) => sum + body.length, 0)]);
    }
    return [
      `### A first visit of ${page}`,
      markdownTable(['server', 'requests', 'bytes of all bodies, unpacked'], rows),
    ].join('\n\n');
  } finally {
    await browser.close();
  }
}
