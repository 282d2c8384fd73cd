import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { type FaultyLine, startFaultyLine } from './faulty-line.ts';

interface Fixtures {
  /** Messages on the console that no page of ours should make; the test fails when there are any at its end. */
  consoleErrors: string[];
  /** Serves the real voice widget in place of its network. */
  voiceNetwork: null;
  /** A line to the site that can be broken. */
  line: FaultyLine;
  /** Runs a query on the site's real database. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
}

/** What is no fault of a page: Chromium's note of an error status, and the widget missing its provider's servers. */
const expected = /^Failed to load resource|^\[ConversationalAI\]/;

/** What Firefox and WebKit note of requests that failed, or that they ended with the page; Firefox with the hash of nothing at all. */
const expectedElsewhere =
  /^Web Inspector blocked |\/(?:remotes|shell)\/.* due to access control checks|integrity.* computed hash is .OLBgp1GsljhM2TJ|elevenlabs\.io.* (due to access control checks|CORS request did not succeed)/;

/** The voice widget as npm has it: the same bytes as on the provider's network, so that its integrity holds. */
const voiceWidget = fileURLToPath(import.meta.resolve('@elevenlabs/convai-widget-embed'));

export const test = base.extend<Fixtures>({
  consoleErrors: [
    async ({ page, browserName }, use) => {
      const errors: string[] = [];
      const isElsewhere = browserName !== 'chromium';
      const note = (words: string) => {
        const isNoise = isElsewhere && (expected.test(words) || expectedElsewhere.test(words));
        if (!isNoise) errors.push(words);
      };
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) note(message.text());
      });
      page.on('pageerror', ({ message }) => note(message));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  voiceNetwork: [
    async ({ context }, use) => {
      await context.route('https://unpkg.com/**', (route) =>
        route.fulfill({
          path: voiceWidget,
          contentType: 'text/javascript',
          headers: { 'Access-Control-Allow-Origin': '*' },
        }),
      );
      await context.route(/^(https|wss):\/\/[^/]*elevenlabs\.io\//, (route) => route.abort());
      await use(null);
    },
    { auto: true },
  ],
  line: async ({ baseURL }, use) => {
    const line = await startFaultyLine(baseURL ?? '');
    await use(line);
    await line.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  query: async ({}, use) => {
    const client = new pg.Client({ connectionString: process.env.SITE_DATABASE_URL });
    await client.connect();
    await use(async (sql, values = []) => (await client.query(sql, values)).rows);
    await client.end();
  },
});

export { expect };

/** Waits until the page's scripts run: from then on, what is typed and clicked is handled by React. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // The visitor's first sign, which starts the page's scripts.
  // From elsewhere: on the page before it may have stayed in the same place.
  await page.mouse.move(2, 2);
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
}

/** Leaves the page, so that it says no more, and takes what it has said on the console. */
export async function takeConsole(page: Page, consoleErrors: string[]): Promise<string[]> {
  await page.goto('about:blank');
  return consoleErrors.splice(0);
}
