import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChecks } from './checks.ts';
import { findOrInstallChromium } from './chromium.ts';
import { type Counts, countJest, countPlaywright } from './counts.ts';
import { drawEngineTable } from './engine-table.ts';
import { findOrInstallEngines } from './engines.ts';
import { runCommand } from './run-command.ts';

/** `npm test`: checks, Jest, Playwright in every engine against the really built site, and one summary over all of them. */
async function main(): Promise<void> {
  const reports = await mkdtemp(path.join(tmpdir(), 'site-tests-'));
  findOrInstallChromium();
  const leftOut = findOrInstallEngines();
  const checks = await runChecks();
  const suites: Record<string, Counts> = { checks: countChecks(checks) };

  console.log('\n== jest');
  const jestReport = path.join(reports, 'jest.json');
  await runCommand('jest', ['--json', `--outputFile=${jestReport}`], {
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  });
  suites.jest = await countJest(jestReport);

  console.log('\n== playwright');
  const playwrightReport = path.join(reports, 'playwright.json');
  await runCommand('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  });
  suites.playwright = await countPlaywright(playwrightReport);

  console.log(`\n${await drawEngineTable(playwrightReport)}`);
  for (const sentence of leftOut) console.log(sentence);
  await rm(reports, { recursive: true });
  summarise(suites);
}

function countChecks(checks: readonly { passed: boolean }[]): Counts {
  const passed = checks.filter((check) => check.passed).length;
  return { passed, failed: checks.length - passed, skipped: 0 };
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
