import { existsSync } from 'node:fs';
import path from 'node:path';
import { firefox, type PlaywrightTestOptions, type PlaywrightWorkerOptions, webkit } from '@playwright/test';
import { isOnPath } from '../../shell/platform/testing/object-store/is-on-path.ts';
import { findFirefox, oldestFirefox, readMajorVersion } from './firefox/find-firefox.ts';
import { findMiniBrowser } from './webkit/mini-browser.ts';

// The engines beside Chromium. A test is written once, for Playwright, and runs in each engine that `engine-suites.ts`
// has its name for; `test` and `expect` come from `support/test.ts` as ever, `browserName` says which engine it is:
//
//   test('the menu opens', async ({ page, browserName }) => { ... });
//   npx playwright test --config e2e/playwright.config.ts --project webkit e2e/journeys/agents-picker.spec.ts
//
// Playwright's own builds of Firefox and WebKit run where they are installed. Elsewhere Playwright drives the system's:
// `firefox/browser.ts` stands between it and Firefox (WebDriver BiDi), `webkit/browser.ts` between it and WebKitGTK (the
// inspector's protocol, with real keys and clicks by WebKitWebDriver). Both are programs that Playwright starts as its
// browser, so that everything of its API works that the engine can do. What it cannot, a test's tag says (`engine-suites.ts`).

export const engineNames = ['firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

export interface Engine {
  name: EngineName;
  use: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>;
}

/** Debian's packages that an engine needs. */
export const enginePackages: Readonly<Record<EngineName, readonly string[]>> = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'xdotool'],
};

/** Whether it is to run: `TEST_ENGINES` names engines, divided by commas; without it, all that are there run. */
export function isWanted(name: EngineName): boolean {
  const { TEST_ENGINES } = process.env;
  return !TEST_ENGINES || TEST_ENGINES.split(',').includes(name);
}

/** The engine as it is installed here, or what is missing. */
export function findEngine(name: EngineName): Engine | { missing: string } {
  return name === 'firefox' ? findSystemFirefox() : findSystemWebKit();
}

function findSystemFirefox(): Engine | { missing: string } {
  if (existsSync(firefox.executablePath())) return { name: 'firefox', use: { browserName: 'firefox' } };
  const program = findFirefox();
  if (!program || readMajorVersion(program) < oldestFirefox) return { missing: `Firefox ${oldestFirefox} or later` };
  const executablePath = path.join(import.meta.dirname, 'firefox/browser.ts');
  return {
    name: 'firefox',
    use: { browserName: 'firefox', channel: 'moz-firefox', launchOptions: { executablePath } },
  };
}

function findSystemWebKit(): Engine | { missing: string } {
  if (existsSync(webkit.executablePath())) return { name: 'webkit', use: { browserName: 'webkit' } };
  const programs = ['WebKitWebDriver', 'Xvfb', 'xdotool'].filter((program) => !isOnPath(program));
  if (!findMiniBrowser()) programs.unshift('MiniBrowser of WebKitGTK');
  if (programs.length > 0) return { missing: programs.join(', ') };
  const executablePath = path.join(import.meta.dirname, 'webkit/browser.ts');
  return { name: 'webkit', use: { browserName: 'webkit', launchOptions: { executablePath } } };
}
