import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { type FaultyLine, startFaultyLine } from './faulty-line.ts';
import { queryDatabase } from './query-database.ts';

interface Fixtures {
  /** Console messages that no page may cause. The test fails if there are any at its end. */
  consoleErrors: string[];
  /**
   * Whether pages run the provider's voice widget, whose 671 kB cost as much as the rest of a page. Otherwise an element of its
   * name is there, and nothing is loaded. `headers.quick.spec.ts` and `agents-voice.spec.ts` use the widget.
   */
  hasVoiceWidget: boolean;
  /** Serves the voice widget without its network. */
  voiceNetwork: null;
  /** A proxy to the site whose connection can be broken. */
  line: FaultyLine;
  /** Runs a query on the site's real database. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
}

/**
 * Messages that are not a page's fault: Chromium's message about an error status, and the widget without its provider's
 * servers.
 */
const expected = /^Failed to load resource|^\[ConversationalAI\]/;

/**
 * Messages of Firefox and WebKit about requests that failed or were aborted with the page. Firefox reports the hash of an
 * empty response.
 */
const expectedElsewhere =
  /^Web Inspector blocked |\/(?:remotes|shell|composition)\/.* due to access control checks|integrity.* computed hash is .OLBgp1GsljhM2TJ|elevenlabs\.io.* (due to access control checks|CORS request did not succeed)/;

/** The voice widget from npm. It has the same bytes as on the provider's network, so that its integrity matches. */
const voiceWidget = fileURLToPath(import.meta.resolve('@elevenlabs/convai-widget-embed'));

/** Runs in the page, possibly twice in the same window. The site loads no widget if its element is defined already. */
export function defineVoiceElement(): void {
  if (!customElements.get('elevenlabs-convai'))
    customElements.define('elevenlabs-convai', class extends HTMLElement {});
}

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
  hasVoiceWidget: [false, { option: true }],
  voiceNetwork: [
    async ({ context, hasVoiceWidget }, use) => {
      // Routes would switch off the HTTP cache and hold every request of a page, so only pages with the widget have them.
      if (hasVoiceWidget) {
        await context.route('https://unpkg.com/**', (route) =>
          route.fulfill({
            path: voiceWidget,
            contentType: 'text/javascript',
            headers: { 'Access-Control-Allow-Origin': '*' },
          }),
        );
        await context.route(/^(https|wss):\/\/[^/]*elevenlabs\.io\//, (route) => route.abort());
      } else await context.addInitScript(defineVoiceElement);
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
  query: ({}, use) => use((sql, values) => queryDatabase(process.env.SITE_DATABASE_URL ?? '', sql, values)),
});

export { openHydrated, startScripts } from './open-hydrated.ts';
export { expect };

/** Leaves the page, so that it logs no more, and returns its console messages. */
export async function takeConsole(page: Page, consoleErrors: string[]): Promise<string[]> {
  await page.goto('about:blank');
  return consoleErrors.splice(0);
}
