import { test as base } from './test.ts';

/**
 * A test in a browser with its cache. Playwright disables the cache as soon as it answers requests itself, as it does
 * for the voice widget, so an element of the widget's name is defined here and nothing is fetched.
 */
export const test = base.extend({
  voiceNetwork: async ({ context }, use) => {
    await context.addInitScript(() => customElements.define('elevenlabs-convai', class extends HTMLElement {}));
    await use(null);
  },
});
