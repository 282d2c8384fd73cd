import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import type { BrowserChoice } from '../serve/release-policy.ts';
import { startTrialServer, trialOrigin, watchMemory } from './browser-walls.ts';
import { buildObserver, openTab, type Tab, type TrialReport, type TrialTerms, tryPage } from './page-trial.ts';

/** Paths on Debian, Ubuntu, Fedora and macOS. The headless shell is first, because it needs a fifth of the CPU time. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** Returns the path of the gate's browser; undefined if none is installed or the configured one is missing. */
export function findBrowser({ browser, places = usualPlaces }: BrowserChoice = {}): string | undefined {
  return (isNamed(browser) ? [browser] : places).find((place) => existsSync(place));
}

/** Returns why the browser step is missing on this machine, as a clause; null if there is a browser. */
export function whyNoBrowser(choice: BrowserChoice): string | null {
  if (findBrowser(choice) !== undefined) return null;
  const { browser } = choice;
  return isNamed(browser) ? `there is no browser at ${browser}` : 'no Chromium, Chrome or Edge is installed here';
}

function isNamed(browser: string | undefined): browser is string {
  return browser !== undefined && browser !== 'require';
}

/** An isolated browser for pages of hostile code: a separate process without a network and with a time limit. */
export interface TrialBrowser {
  name: string;
  atOnce: number;
  /**
   * Tries the page of a path. It never rejects because of the page.
   *
   * @param timeLimit the limit for hydration, in milliseconds
   */
  tryPage(path: string, timeLimit: number): Promise<TrialReport>;
  close(): Promise<void>;
}

const flags = [
  // Sockets and WebRTC have no network either: no name resolves, and nothing bypasses the proxy.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-gpu',
  // Hydration needs no pictures.
  '--blink-settings=imagesEnabled=false',
  // Pages run too briefly for optimized code to pay off.
  '--js-flags=--max-opt=1',
  // Pages may use features that need https.
  `--unsafely-treat-insecure-origin-as-secure=${trialOrigin}`,
];

/** The timeout for the browser's start, in milliseconds. */
const startLimit = 15_000;

/**
 * Starts Chromium for one trial, which shares no cookie, file or process with other releases.
 *
 * @param executablePath the path of the browser
 * @returns null if it does not start
 */
export async function startBrowser(executablePath: string, terms: TrialTerms): Promise<TrialBrowser | null> {
  const started = await launch(executablePath);
  if (!started) return null;
  const { browser, name } = started;
  const server = await startTrialServer(terms.answer);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // `<-loopback>` also sends requests for this machine's servers through the proxy.
    proxy: { server: server.proxy, bypass: '<-loopback>' },
    // Downloads would fill the disk.
    acceptDownloads: false,
  });
  const observer = buildObserver(terms);
  await context.addInitScript(observer.script);
  /** Idle tabs. A new tab takes longer than another page in an existing one. */
  const idle: Tab[] = [];
  return {
    name,
    atOnce: 3,
    async tryPage(path, timeLimit) {
      const tab = idle.pop() ?? (await openTab(context, terms));
      const report = await tryPage(tab, { ...terms, path, timeLimit, ask: observer.ask });
      if (report.isAlive) idle.push(tab);
      return report;
    },
    async close() {
      server.close();
      // Also deletes the profile. Playwright kills a browser that does not end, for example because a page hangs.
      await browser.close().catch(() => {});
    },
  };
}

async function launch(executablePath: string): Promise<{ browser: Browser; name: string } | null> {
  // Container images do not contain this package.
  const driver = await import('playwright-core').catch(() => null);
  if (!driver) return null;
  // Playwright does not expose the process id.
  const mark = `--started-by-gate=${randomUUID()}`;
  const args = [...flags, mark];
  const start = (chromiumSandbox: boolean) =>
    driver.chromium.launch({ executablePath, chromiumSandbox, args, timeout: startLimit }).catch(() => null);
  // Chromium's sandbox does not work for root, or without namespaces.
  const confined = process.getuid?.() === 0 ? null : await start(true);
  const browser = confined ?? (await start(false));
  if (!browser) return null;
  const watched = watchMemory(mark);
  browser.once('disconnected', () => watched.stop());
  return { browser, name: nameOf(executablePath) + (confined ? '' : ' without its own sandbox') };
}

function nameOf(executablePath: string): string {
  const file = path.basename(executablePath).toLowerCase();
  if (file.includes('edge')) return 'Edge';
  return file.includes('google') ? 'Chrome' : 'Chromium';
}
