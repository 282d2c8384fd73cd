import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { canInstallPackages, installPackages, runAll } from './install.ts';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Debian's Chromium without windows: the same engine, with half of the work per page. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** Flags that keep a headless Chromium from using the network in the background. */
export const quietFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of the tests' Chromium: `CHROME_PATH`, one without windows, or the result of {@link findOrInstallChromium}. */
export function chooseTestBrowser(): string {
  const chromium = findOrInstallChromium();
  return !process.env.CHROME_PATH && existsSync(headlessShell) ? headlessShell : chromium;
}

/** Installs what the tests run in, and the Chromium without windows also where another one is there. */
export function installTestBrowser(): void {
  const chromium = findOrInstallChromium();
  if (chromium === usualPlaces[0] && !existsSync(headlessShell) && canInstallPackages())
    installPackages(['chromium-headless-shell']);
}

/** Launches a browser for benches and drills, with the flags of the tests. The caller closes it. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findOrInstallChromium(), args: [...quietFlags] });
}

/**
 * Launches a browser with a third of the CPU weight of other processes, for drills that measure a server while visitors
 * browse: real visitors' browsers run on other machines.
 */
export function launchLowPriorityChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: path.join(import.meta.dirname, 'low-priority.sh'),
    env: { ...process.env, PROGRAM: findOrInstallChromium() },
    args: [...quietFlags],
  });
}

/**
 * The path of a Chromium for tests: `CHROME_PATH`, an installed one, Playwright's own, or one that is installed now with
 * the system's package manager.
 * @throws Error with the remedy if there is none
 */
export function findOrInstallChromium(): string {
  return findChromium() ?? installChromium();
}

function findChromium(): string | undefined {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH && !existsSync(CHROME_PATH))
    throw new Error(`CHROME_PATH names ${CHROME_PATH}, which does not exist.`);
  return [CHROME_PATH, ...usualPlaces, chromium.executablePath()].find((path) => path && existsSync(path));
}

function installChromium(): string {
  console.log('Installing Chromium ...');
  if (canInstallPackages()) installPackages(['chromium', 'chromium-headless-shell']);
  if (!findChromium()) runAll([['npx', 'playwright', 'install', 'chromium']]);
  const found = findChromium();
  if (found) return found;
  throw new Error(
    'No Chromium was found and none could be installed. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or name yours by CHROME_PATH.',
  );
}
