import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from 'kit/server/text';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { BrowserChoice } from '../serve/release-policy.ts';
import { type AnswerTrial, startTrialServer, trialOrigin, watchMemory } from './browser-walls.ts';

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

export interface TrialTerms {
  /** Answers requests for {@link trialOrigin}; no other address is reachable. */
  answer: AnswerTrial;
  isAlive: string;
  frame: string;
  complaint: string;
  /** Matches messages of the host's own scripts that are no fault of the page. */
  noise: RegExp;
}

/** The report about a page in a browser. */
export interface TrialReport {
  isAlive: boolean;
  /** Sentences without a subject: `calls window.alert`. */
  problems: string[];
  /** Changed built-ins and new globals, such as `window.fetch` or `Array.prototype.map`. */
  changes: string[];
  /** The place and visibility of the host's own parts. */
  frame?: string;
  /** Paths of the site's pictures and files that it shows. */
  shown: string[];
  /** How long the trial took, in milliseconds. */
  took: number;
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
      const report = await tryTab(tab, { ...terms, path, timeLimit, ask: observer.ask });
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

/** How long a hydrated page is still observed, in milliseconds. */
const settled = 80;

/** How long a page is observed after its first fault, in milliseconds. */
const afterFault = 700;

/** Matches the browser's messages about failed requests: API and other hosts are unreachable here by design. */
const ofRequests =
  /^(?:Failed to load resource|WebSocket connection to '\S+' failed|Access to fetch at '\S+' from origin '\S+' has been blocked by CORS)/;

/** A tab with its current path and the faults there. */
interface Tab {
  page: Page;
  path: string;
  trial: Faults;
}

async function openTab(context: BrowserContext, terms: TrialTerms): Promise<Tab> {
  const tab: Tab = { page: await context.newPage(), path: '', trial: new Faults(terms.noise) };
  listen(tab, terms);
  return tab;
}

/** Opens a path in a tab and returns the report. It never rejects because of the page. */
async function tryTab(
  tab: Tab,
  { path, ask, timeLimit, noise }: { path: string; ask: string; timeLimit: number; noise: RegExp },
): Promise<TrialReport> {
  const { page } = tab;
  const trial = new Faults(noise);
  const timer = setTimeout(() => trial.end(), timeLimit);
  trial.over.then(() => clearTimeout(timer));
  Object.assign(tab, { path, trial });
  const startedAt = performance.now();
  const asking = page.goto(trialOrigin + path, { waitUntil: 'commit' }).then(() => page.evaluate<string>(ask));
  try {
    const answer = await trial.waitFor(asking);
    const took = performance.now() - startedAt;
    if (answer === null) return { isAlive: false, problems: [...trial.faults], changes: [], shown: [], took };
    // The cast is safe: the observer writes it. A page that forges it only harms itself.
    const report = JSON.parse(answer) as TrialReport;
    return { ...report, took, problems: [...new Set([...trial.faults, ...report.problems])] };
  } catch (error) {
    if (trial.faults.length === 0) trial.note(`breaks the browser: ${firstLine(messageOf(error))}`);
    return { isAlive: false, problems: [...trial.faults], changes: [], shown: [], took: performance.now() - startedAt };
  }
}

function listen(tab: Tab, { complaint }: TrialTerms): void {
  const { page } = tab;
  page.on('pageerror', (error) => tab.trial.note(`throws: ${firstLine(error.message)}`));
  page.on('crash', () => tab.trial.note('ends its browser'));
  page.on('dialog', (dialog) => {
    tab.trial.note(`opens a dialog (${dialog.type()})`);
    dialog.dismiss().catch(() => {});
  });
  page.on('download', () => tab.trial.note('starts a download'));
  page.on('popup', (popup) => {
    tab.trial.note('opens a window');
    popup.close().catch(() => {});
  });
  page.on('request', (request) => {
    const leads = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (leads && request.url() !== trialOrigin + tab.path)
      tab.trial.note(`leads away to ${request.url().slice(0, 200)}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    const isError = message.type() === 'error' && !ofRequests.test(text);
    if (isError || text.startsWith(complaint)) tab.trial.note(`says on the console: ${firstLine(text)}`);
  });
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.slice(0, 300) ?? '';
}

const observer = readFileSync(path.join(import.meta.dirname, 'page-observer.js'), 'utf8');

/** Builds the script that observes a page from its start, and the expression that reads its report. */
function buildObserver({ isAlive, frame }: Pick<TrialTerms, 'isAlive' | 'frame'>) {
  // A page cannot know this name.
  const key = `observer-${randomUUID()}`;
  const program = observer.slice(observer.indexOf('(function')).trimEnd().replace(/;$/, '');
  return {
    script: `${program}(${JSON.stringify(key)}, () => (${isAlive}), () => (${frame}), ${settled});`,
    ask: `window[${JSON.stringify(key)}]()`,
  };
}

/** The faults of a page. Waiting for the page ends when it is told to, or soon after its first fault. */
class Faults {
  /** The faults, as sentences without a subject. */
  readonly faults: string[] = [];
  readonly #noise: RegExp;
  readonly #over = Promise.withResolvers<null>();
  /** Resolves when the waiting has ended. */
  readonly over = this.#over.promise;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param noise matches messages that are no fault of the page */
  constructor(noise: RegExp) {
    this.#noise = noise;
  }

  end(): void {
    this.#over.resolve(null);
  }

  note(fault: string): void {
    if (this.#noise.test(fault)) return;
    if (this.faults.length === 0) {
      this.#timer = setTimeout(() => this.end(), afterFault);
    }
    if (this.faults.length < 20 && !this.faults.includes(fault)) this.faults.push(fault);
  }

  /** Returns the value, or null if the waiting ends first. */
  async waitFor<Value>(value: Promise<Value>): Promise<Value | null> {
    // A late promise may reject when its page is closed.
    value.catch(() => {});
    return Promise.race([value, this.over]).finally(() => {
      clearTimeout(this.#timer);
      this.end();
    });
  }
}
