import { defineConfig, type Project } from '@playwright/test';
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

const inThisFolder = (pattern: string) => `${import.meta.dirname}/${pattern}`;

export const chromium: Project = {
  name: 'chromium',
  ...suitesOfChromium(),
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chooseTestBrowser(), args: [...quietFlags] },
  },
};

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // An absolute path, because a folder above the repository may have this name, too.
  testIgnore: inThisFolder('visual/**'),
  globalSetup: './support/start-site.ts',
  outputDir: '../test-results',
  // Outlines are text and the same on every machine.
  snapshotPathTemplate: '{testDir}/{testFileDir}/outlines/{arg}{ext}',
  // Tests wait for the site half of their time, so two processors can run three of them. With four, some waited too long.
  workers: 3,
  fullyParallel: true,
  retries: hasSecondTry ? 1 : 0,
  // Limits for tests that hang, with room for a machine that takes three times as long. Benches measure speed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // The files that take longest, which decide how long a run takes.
  reportSlowTests: { max: 12, threshold: 60_000 },
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
  // The longest files are in `server`, where one test follows another. They come first, because one long file at the end would
  // leave all other workers idle.
  projects: [
    { ...chromium, testDir: './server' },
    ...engines.toReversed(),
    { ...chromium, testIgnore: ['visual/**', 'server/**'].map(inThisFolder) },
  ],
});
