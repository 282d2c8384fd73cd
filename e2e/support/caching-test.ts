import { test as base, defineVoiceElement } from './test.ts';

/**
 * A browser test with the HTTP cache. Playwright disables the cache as soon as it answers requests itself, as for the voice
 * widget; here an element with the widget's name is defined instead, and nothing is fetched.
 */
export const test = base.extend({
  voiceNetwork: async ({ context }, use) => {
    await context.addInitScript(defineVoiceElement);
    await use(null);
  },
});
