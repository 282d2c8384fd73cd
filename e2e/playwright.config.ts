import { defineConfig } from '@playwright/test';
import { suitesOf, suitesOfChromium } from './engines/engine-suites.ts';
import { engineNames, findEngine, isWanted } from './engines/engines.ts';
import { chooseTestBrowser, quietFlags } from './run/chromium.ts';
import { hasSecondTry } from './run/second-try.ts';

/** The installed engines other than Chromium. */
const engines = engineNames.filter(isWanted).flatMap((name) => {
  const engine = findEngine(name);
  if ('missing' in engine) return [];
  return [{ name, ...suitesOf(name), use: engine.use }];
});

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // An absolute path, because a folder above the repository may have this name, too.
  testIgnore: `${import.meta.dirname}/visual/**`,
  globalSetup: './support/start-site.ts',
  outputDir: '../test-results',
  // Outlines are text and the same on every machine.
  snapshotPathTemplate: '{testDir}/{testFileDir}/outlines/{arg}{ext}',
  // Tests wait for the site half of their time, so two processors can run three of them. With four, some waited too long.
  workers: 3,
  fullyParallel: true,
  retries: hasSecondTry ? 1 : 0,
  // Limits for tests that hang, with room for a busy machine. Benches measure speed.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['line'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../test-results/report.json' }],
  ],
  use: {
    ...(process.env.BASE_URL ? { baseURL: process.env.BASE_URL } : {}),
    headless: true,
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    navigationTimeout: 60_000,
  },
  // Projects with the longest files first, because one long file at the end would leave all other workers idle.
  projects: [
    ...engines.toReversed(),
    {
      name: 'chromium',
      ...suitesOfChromium(),
      use: {
        browserName: 'chromium',
        launchOptions: { executablePath: chooseTestBrowser(), args: [...quietFlags] },
      },
    },
  ],
});
