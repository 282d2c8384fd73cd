import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSetting } from '../engines/engine-suites.ts';
import { makeCompileCache } from '../support/compile-cache.ts';
import { runChecks } from './checks.ts';
import { installTestBrowser } from './chromium.ts';
import { type Counts, countChecks, countJest, countPlaywright } from './counts.ts';
import { findOrInstallEngines } from './engines.ts';
import {
  drawFailures,
  failuresOfChecks,
  failuresOfJest,
  failuresOfPlaywright,
  uncertainOfPlaywright,
} from './failures.ts';
import { findOrInstallLanguages } from './languages.ts';
import { findOrInstallObjectStore } from './object-store.ts';
import { type JestReport, type PlaywrightReport, readReport } from './reports.ts';
import { runCommand } from './run-command.ts';
import { hasSecondTry, retryJest } from './second-try.ts';
import { problemsOfSettings } from './settings.ts';

/** How much runs (docs/decisions/2026-11-28-main-journeys-in-a-quick-run.md). */
const run = process.env[runSetting] || 'quick';
const isWhole = run === 'whole';

const leftOutNote =
  'This run left tests out. A whole one (npm run test:whole) also has *.ci.test.ts, *.slow.test.ts, all browser tests of e2e/engines/engine-suites.ts and the check of the images.';

/** `npm test`: checks, Jest, Playwright in every engine against the built site, and one summary. */
async function main(): Promise<void> {
  const problems = problemsOfSettings(process.env);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const reports = await mkdtemp(path.join(tmpdir(), 'site-tests-'));
  const removeCompileCache = await makeCompileCache();
  installTestBrowser();
  const leftOut = [...findOrInstallEngines(), ...findOrInstallObjectStore(), ...findOrInstallLanguages()];
  const checks = await runChecks({ isQuick: run === 'quick' });

  console.log('\n== jest');
  const jest = await runJest(path.join(reports, 'jest.json'), isWhole ? [] : withoutSlowFiles);
  const uncertain =
    hasSecondTry && jest
      ? await retryJest(jest, (files) => runJest(path.join(reports, 'jest-again.json'), [...inTurn, ...files]))
      : [];

  console.log('\n== playwright');
  const playwrightFile = path.join(reports, 'playwright.json');
  await runCommand('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightFile,
    [runSetting]: run,
  });
  const playwright = await readReport<PlaywrightReport>(playwrightFile);
  await rm(reports, { recursive: true });
  await removeCompileCache();

  const passedLater = new Set(uncertain.map(({ name }) => name));
  const failures = [
    ...failuresOfChecks(checks),
    ...(jest ? failuresOfJest(jest).filter(({ name }) => !passedLater.has(name)) : []),
    ...(playwright ? failuresOfPlaywright(playwright) : []),
  ];
  console.log('');
  for (const sentence of leftOut) console.log(sentence);
  if (!isWhole) console.log(leftOutNote);
  if (playwright) uncertain.push(...uncertainOfPlaywright(playwright));
  if (uncertain.length > 0) console.log(`\n${drawFailures(uncertain, 'passed only at a second try')}`);
  if (failures.length > 0) console.log(`\n${drawFailures(failures)}`);
  summarise({
    checks: countChecks(checks),
    jest: countJest(jest, passedLater.size),
    ...countPlaywright(playwright),
  });
}

/** The test files that a run which is not whole leaves out. */
const slowFiles = run === 'quick' ? String.raw`\.(ci|slow)\.test\.tsx?$` : String.raw`\.slow\.test\.tsx?$`;
/** Options of Jest: those of a run that is not whole, or the given files, one at a time. */
const withoutSlowFiles = ['/node_modules/', slowFiles].map((left) => `--testPathIgnorePatterns=${left}`);
const inTurn = ['--runInBand', '--runTestsByPath'];

async function runJest(report: string, options: readonly string[]): Promise<JestReport | null> {
  await runCommand('jest', ['--json', `--outputFile=${report}`, ...options], {
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  });
  return readReport<JestReport>(report);
}

function summarise(suites: Record<string, Counts>): void {
  console.log('');
  for (const [name, { passed, failed, skipped }] of Object.entries(suites)) {
    console.log(`${name.padEnd(12)} ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  }
  const all = Object.values(suites);
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : '';
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
});
