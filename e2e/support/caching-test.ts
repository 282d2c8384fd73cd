import { test as base } from './test.ts';

/**
 * A test in a browser with its cache: Playwright leaves that out as soon as it answers requests itself, as it does for
 * the voice widget. Pages find an element of its name here and fetch nothing.
 */
export const test = base.extend({
  voiceNetwork: async ({ context }, use) => {
    await context.addInitScript(() => customElements.define('elevenlabs-convai', class extends HTMLElement {}));
    await use(null);
  },
});
