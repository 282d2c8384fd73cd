import { existsSync } from 'node:fs';
import path from 'node:path';
import { firefox, type PlaywrightTestOptions, type PlaywrightWorkerOptions, webkit } from '@playwright/test';
import { isOnPath } from '../../shell/platform/testing/object-store/is-on-path.ts';
import { findFirefox, oldestFirefox, readMajorVersion } from './firefox/find-firefox.ts';
import { findMiniBrowser } from './webkit/mini-browser.ts';

// Support for Firefox and WebKit. A test is written once for Playwright and runs in each engine that `engine-suites.ts`
// selects by its name. `test` and `expect` come from `support/test.ts`; `browserName` is the engine:
//
//   test('the menu opens', async ({ page, browserName }) => { ... });
//   npx playwright test --config e2e/playwright.config.ts --project webkit e2e/journeys/agents-picker.spec.ts
//
// Playwright's own builds of Firefox and WebKit are used if they are installed. Otherwise Playwright drives the system's
// browsers through adapters: `firefox/browser.ts` for Firefox (WebDriver BiDi) and `webkit/browser.ts` for WebKitGTK (the
// inspector protocol, with real keys and clicks through WebKitWebDriver). Playwright starts an adapter as its browser, so
// its API works as far as the engine allows. Tags mark tests beyond that (`engine-suites.ts`).

export const engineNames = ['firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

export interface Engine {
  name: EngineName;
  use: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>;
}

/** The Debian packages of each engine. */
export const enginePackages: Readonly<Record<EngineName, readonly string[]>> = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'xdotool'],
};

/** Whether an engine should run. `TEST_ENGINES` is a comma-separated list; without it all installed engines run. */
export function isWanted(name: EngineName): boolean {
  const { TEST_ENGINES } = process.env;
  return !TEST_ENGINES || TEST_ENGINES.split(',').includes(name);
}

/** Returns the installed engine, or the names of missing parts. */
export function findEngine(name: EngineName): Engine | { missing: string } {
  return name === 'firefox' ? findSystemFirefox() : findSystemWebKit();
}

function findSystemFirefox(): Engine | { missing: string } {
  if (existsSync(firefox.executablePath())) return { name: 'firefox', use: { browserName: 'firefox' } };
  const program = findFirefox();
  if (!program || readMajorVersion(program) < oldestFirefox) return { missing: `Firefox ${oldestFirefox} or later` };
  const executablePath = path.join(import.meta.dirname, 'firefox/browser.ts');
  const firefoxUserPrefs = {
    // For a page from the back/forward cache, Firefox reports no end of its navigation, and Playwright would wait for it.
    'browser.sessionhistory.max_total_viewers': 0,
    // One process shows all pages. Otherwise each test would start another one.
    'fission.webContentIsolationStrategy': 0,
    'dom.ipc.processCount': 1,
    'dom.ipc.processPrelaunch.enabled': false,
  };
  return {
    name: 'firefox',
    use: { browserName: 'firefox', channel: 'moz-firefox', launchOptions: { executablePath, firefoxUserPrefs } },
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
