import type { CDPSession, Page } from '@playwright/test';
import * as boxes from './in-page/boxes.ts';
import * as controls from './in-page/controls.ts';
import * as edges from './in-page/edges.ts';
import * as overlaps from './in-page/overlaps.ts';
import * as pictures from './in-page/pictures.ts';
import { findFaults, sweepFrame } from './in-page/sweep-frame.ts';

/**
 * Larger and wider text has the narrowest width of each layout. Forced colours change no width, and sheets of paper are not as
 * wide as screens and have their own text size, so these need fewer looks.
 */
export const everyLook = [
  {
    name: 'normal',
    media: 'screen',
    features: [],
    widths: { normal: [320, 390, 768, 1024, 1280, 1920], large: [320, 768, 1024], wide: [320, 768, 1024] },
  },
  {
    name: 'forced colours',
    media: 'screen',
    features: [{ name: 'forced-colors', value: 'active' }],
    widths: { normal: [1280] },
  },
  { name: 'print', media: 'print', features: [], widths: { normal: [768, 1280] } },
] as const;

/** For pages that have the template of another one, and other pictures. */
export const looksOfPictures = [
  {
    name: 'normal',
    media: 'screen',
    features: [],
    widths: { normal: [320, 390, 768, 1024, 1280, 1920], large: [320], wide: [320] },
  },
] as const;

/** For pages that differ from others only by their words. */
export const looksOfWords = [
  { name: 'normal', media: 'screen', features: [], widths: { normal: [320, 768, 1280], large: [320] } },
] as const;

type Looks = typeof everyLook | typeof looksOfPictures | typeof looksOfWords;

/** The rules, which run in the page under their own names. Each returns a sentence for every fault. */
const inPage = Object.entries({ ...boxes, ...edges, ...overlaps, ...controls, ...pictures, findFaults, sweepFrame })
  .map(([name, run]) => `globalThis.${name} = ${run};`)
  .join('\n');

/**
 * Returns a function that opens a URL in a frame and lists its faults, optionally with a style that plants faults. Resizing a
 * frame is much faster than resizing a window, so one load serves all widths and text sizes of a medium.
 */
export async function openSweeper(page: Page) {
  await page.addInitScript(inPage);
  // The page around the frame and the addresses of pages, which have no dot. Other files pass without a route.
  await page.route(/^https?:\/\/[^/]+\/(?:robots\.txt|[^.]*)$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRetries: 1 });
    const { 'x-frame-options': _, 'content-security-policy': __, ...headers } = response.headers();
    return route.fulfill({ response, headers });
  });
  await page.goto('/robots.txt');
  const browser = await page.context().newCDPSession(page);
  return async (path: string, looks: Looks, planted = ''): Promise<string[]> => {
    await page.evaluate(openFrame, path);
    const faults: string[] = [];
    for (const { name, media, features, widths } of looks) {
      await emulate(browser, media, features);
      const settings = JSON.stringify({ medium: media, widths, planted });
      const found: string[] = await page.evaluate(`${sweepFrame.name}(${settings})`);
      faults.push(...found.map((fault) => `${name}, ${fault}`));
    }
    await emulate(browser, 'screen', []);
    return faults;
  };
}

async function emulate(browser: CDPSession, media: string, features: readonly { name: string; value: string }[]) {
  const motion = { name: 'prefers-reduced-motion', value: 'reduce' };
  await browser.send('Emulation.setEmulatedMedia', { media, features: [motion, ...features] });
}

/** Runs in the page. Loads a URL with its fonts into the frame. */
async function openFrame(path: string): Promise<void> {
  document.body.replaceChildren();
  const frame = document.createElement('iframe');
  frame.style.cssText = 'border: 0; position: absolute; inset: 0 auto auto 0; width: 1280px; height: 900px';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.src = path;
  document.body.append(frame);
  await loaded;
  await frame.contentDocument?.fonts.ready;
}
