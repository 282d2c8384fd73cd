import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import type { BrowserChoice } from '../serve/release-policy.ts';
import { OwnTime } from '../serve/rendering/process-time.ts';
import { startTrialServer, trialOrigin, watchMemory } from './browser-walls.ts';
import { buildObserver, openTab, type Tab, type TrialReport, type TrialTerms, tryPage } from './page-trial.ts';

/** Of Debian, Ubuntu, Fedora, macOS; the one without windows first, which takes a fifth of the work. */
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

/** Where the browser of the gate lies; undefined where none is installed, or the named one is not there. */
export function findBrowser({ browser, places = usualPlaces }: BrowserChoice = {}): string | undefined {
  return (isNamed(browser) ? [browser] : places).find((place) => existsSync(place));
}

/** Why the gate's browser step is missing on this machine, as a clause; null where a browser is there. */
export function whyNoBrowser(choice: BrowserChoice): string | null {
  if (findBrowser(choice) !== undefined) return null;
  const { browser } = choice;
  return isNamed(browser) ? `there is no browser at ${browser}` : 'no Chromium, Chrome or Edge is installed here';
}

function isNamed(browser: string | undefined): browser is string {
  return browser !== undefined && browser !== 'require';
}

/** A browser that pages of hostile code may run in: apart from this process, without a network, for a time. */
export interface TrialBrowser {
  /** For people: `Chromium`. */
  name: string;
  /** How many pages are best tried at once. */
  atOnce: number;
  /** Milliseconds that its processes were not kept waiting since it started. */
  ownTime(): number;
  /** Tries one page by its path. Never rejects for what a page does. */
  tryPage(path: string): Promise<TrialReport>;
  close(): Promise<void>;
}

const flags = [
  // What is no request (sockets, WebRTC) finds no way either: no name resolves, and nothing goes around the proxy.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-gpu',
  // No page comes alive by its pictures.
  '--blink-settings=imagesEnabled=false',
  // No page is looked at for long enough that faster code would pay for its making.
  '--js-flags=--max-opt=1',
  // What pages may use on https alone, they find here.
  `--unsafely-treat-insecure-origin-as-secure=${trialOrigin}`,
];

/** A browser that is not there by then never will be, in milliseconds. */
const startLimit = 15_000;

/** Its processes have some 150 threads: a look takes as long as a tenth of a page, in milliseconds. */
const looksEvery = 400;

interface RunningBrowser {
  browser: Browser;
  name: string;
  /** Of its processes and of this one, which answers what pages ask for. */
  ownTime: OwnTime;
}

/** The browser of this process by its path, while it is in use and a moment longer: the next release may follow at once. */
const running = new Map<string, { launched: Promise<RunningBrowser | null>; users: number }>();
const lingering = 150;

/**
 * Chromium with a context for this trial alone: no cookie, file or process of it is another release's. Null when it does
 * not start.
 *
 * @param executablePath where it is installed
 */
export async function startBrowser(executablePath: string, terms: TrialTerms): Promise<TrialBrowser | null> {
  const { launched, leave } = holdBrowser(executablePath);
  const started = await launched;
  if (!started?.browser.isConnected()) {
    running.delete(executablePath);
    return null;
  }
  const server = await startTrialServer(terms.answer);
  const context = await started.browser.newContext({
    viewport: { width: 1280, height: 800 },
    // `<-loopback>`: not even this machine's own servers are asked directly.
    proxy: { server: server.proxy, bypass: '<-loopback>' },
    // They would fill the disk.
    acceptDownloads: false,
  });
  const observer = buildObserver(terms.isAlive);
  const { ownTime } = started;
  await context.addInitScript(observer.script);
  /** Tabs that have nothing to do: another one takes longer than another page of the same release in one. */
  const idle: Tab[] = [];
  let isStuck = false;
  return {
    name: started.name,
    atOnce: 3,
    ownTime: () => ownTime.elapsed,
    async tryPage(path) {
      const tab = idle.pop() ?? (await openTab(context, terms));
      const report = await tryPage(tab, { ...terms, path, ask: observer.ask, ownTime });
      if (report.isAlive) idle.push(tab);
      else isStuck = true;
      return report;
    },
    async close() {
      server.close();
      // One whose page hangs is ended as a whole: its context would wait for that page.
      if (isStuck) await end(executablePath, launched);
      else await context.close().catch(() => {});
      leave();
    },
  };
}

/** Starts the browser of this process, unless it runs, and keeps it until `leave` is called. */
export function holdBrowser(executablePath: string): { launched: Promise<RunningBrowser | null>; leave: () => void } {
  const known = running.get(executablePath) ?? { launched: launch(executablePath), users: 0 };
  running.set(executablePath, known);
  known.users += 1;
  const leave = () => {
    known.users -= 1;
    setTimeout(() => known.users === 0 && void end(executablePath, known.launched), lingering);
  };
  return { launched: known.launched, leave };
}

async function launch(executablePath: string): Promise<RunningBrowser | null> {
  // Not in every installation: images leave it out.
  const driver = await import('playwright-core').catch(() => null);
  if (!driver) return null;
  // Its driver does not tell which process it is.
  const mark = `--started-by-gate=${randomUUID()}`;
  const args = [...flags, mark];
  const start = (chromiumSandbox: boolean) =>
    driver.chromium.launch({ executablePath, chromiumSandbox, args, timeout: startLimit }).catch(() => null);
  // Chromium has no sandbox for root, and none where the system gives it no namespaces.
  const confined = process.getuid?.() === 0 ? null : await start(true);
  const browser = confined ?? (await start(false));
  if (!browser) return null;
  const watched = watchMemory(mark);
  const ownTime = new OwnTime(() => [process.pid, ...watched.pids()], undefined, looksEvery);
  browser.once('disconnected', () => {
    watched.stop();
    ownTime.stop();
  });
  return { browser, name: nameOf(executablePath) + (confined ? '' : ' without its own sandbox'), ownTime };
}

function nameOf(executablePath: string): string {
  const file = path.basename(executablePath).toLowerCase();
  if (file.includes('edge')) return 'Edge';
  return file.includes('google') ? 'Chrome' : 'Chromium';
}

/** Its profile goes with it; one that is too busy to end is killed by its driver. */
async function end(executablePath: string, launched: Promise<RunningBrowser | null>): Promise<void> {
  if (running.get(executablePath)?.launched === launched) running.delete(executablePath);
  await (await launched)?.browser.close().catch(() => {});
}
