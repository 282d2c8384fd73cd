import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { messageOf } from '../message-of.ts';
import { OwnTime } from '../own-time.ts';
import { type TrialBrowser, type TrialReport, type TrialTerms, trialOrigin } from './trial-browser.ts';
import { startTrialServer } from './trial-server.ts';
import { watchMemory } from './watch-memory.ts';

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

/** How long a page that has come alive is watched on, in milliseconds. */
const settled = 80;

/** A page with a fault is refused anyway; what else it does is seen for this long, in milliseconds. */
const afterFault = 700;

/** What the browser itself notes of a request that came to nothing: API and other hosts are away here by design. */
const ofRequests = /^Failed to load resource/;

interface RunningChromium {
  browser: Browser;
  name: string;
  /** Of its processes and of this one, which answers what pages ask for. */
  ownTime: OwnTime;
}

/** The browser of this process by its path, while it is in use and a moment longer: the next release may follow at once. */
const running = new Map<string, { chromium: Promise<RunningChromium | null>; users: number }>();
const lingering = 150;

/**
 * Chromium with a context for this trial alone: no cookie, file or process of it is another release's. Null when it does
 * not start.
 *
 * @param executablePath where it is installed
 */
export async function startChromium(executablePath: string, terms: TrialTerms): Promise<TrialBrowser | null> {
  const { launched, leave } = holdChromium(executablePath);
  const chromium = await launched;
  if (!chromium?.browser.isConnected()) {
    running.delete(executablePath);
    return null;
  }
  const server = await startTrialServer(terms);
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 800 },
    // `<-loopback>`: not even this machine's own servers are asked directly.
    proxy: { server: server.proxy, bypass: '<-loopback>' },
    // They would fill the disk.
    acceptDownloads: false,
  });
  const observer = buildObserver(terms.isAlive);
  const { ownTime } = chromium;
  await context.addInitScript(observer.script);
  /** Tabs that have nothing to do: another one takes longer than another page of the same release in one. */
  const idle: Tab[] = [];
  let isStuck = false;
  return {
    name: chromium.name,
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
export function holdChromium(executablePath: string): { launched: Promise<RunningChromium | null>; leave: () => void } {
  const known = running.get(executablePath) ?? { chromium: launch(executablePath), users: 0 };
  running.set(executablePath, known);
  known.users += 1;
  const leave = () => {
    known.users -= 1;
    setTimeout(() => known.users === 0 && void end(executablePath, known.chromium), lingering);
  };
  return { launched: known.chromium, leave };
}

async function launch(executablePath: string): Promise<RunningChromium | null> {
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
async function end(executablePath: string, chromium: Promise<RunningChromium | null>): Promise<void> {
  if (running.get(executablePath)?.chromium === chromium) running.delete(executablePath);
  await (await chromium)?.browser.close().catch(() => {});
}

/** A tab, the path that it is on, and what went wrong there. */
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

interface PageTrial {
  path: string;
  ask: string;
  timeLimit: number;
  noise: RegExp;
  ownTime: OwnTime;
}

async function tryPage(tab: Tab, { path, ask, timeLimit, noise, ownTime }: PageTrial): Promise<TrialReport> {
  const { page } = tab;
  const trial = new Faults(noise);
  const wasStarved = boundBy(ownTime, timeLimit, trial);
  Object.assign(tab, { path, trial });
  const asking = page.goto(trialOrigin + path, { waitUntil: 'commit' }).then(() => page.evaluate<string>(ask));
  try {
    const answer = await trial.waitFor(asking);
    if (answer === null)
      return { isAlive: false, problems: [...trial.faults], changes: [], shown: [], wasStarved: wasStarved() };
    // The observer's own words; a page that forges them fools nobody but itself.
    const report = JSON.parse(answer) as TrialReport;
    return { ...report, problems: [...new Set([...trial.faults, ...report.problems])] };
  } catch (error) {
    if (trial.faults.length === 0) trial.note(`breaks the browser: ${firstLine(messageOf(error))}`);
    return { isAlive: false, problems: [...trial.faults], changes: [], shown: [] };
  }
}

/** Ends a trial with its own time; gives what tells whether the machine was to blame. */
function boundBy(ownTime: OwnTime, timeLimit: number, trial: Faults): () => boolean {
  let wasStarved = false;
  const cancel = ownTime.after(timeLimit, (end) => {
    wasStarved = end === 'starved';
    trial.end();
  });
  trial.over.then(cancel);
  return () => wasStarved;
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

/** The script that watches a page from its beginning, and the expression that asks it for its report. */
function buildObserver(isAlive: string): { script: string; ask: string } {
  // A name that no page can know; what looks for it only finds how to ask.
  const key = `observer-${randomUUID()}`;
  const program = observer.slice(observer.indexOf('(function')).trimEnd().replace(/;$/, '');
  return {
    script: `${program}(${JSON.stringify(key)}, () => (${isAlive}), ${settled});`,
    ask: `window[${JSON.stringify(key)}]()`,
  };
}

/** What went wrong on a page, which is waited for until somebody ends that, and not much longer than for its first fault. */
class Faults {
  readonly #faults: string[] = [];
  readonly #noise: RegExp;
  readonly #over = Promise.withResolvers<null>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param noise what is no fault of a page. */
  constructor(noise: RegExp) {
    this.#noise = noise;
  }

  /** Resolves when nobody waits any more. */
  get over(): Promise<null> {
    return this.#over.promise;
  }

  end(): void {
    this.#over.resolve(null);
  }

  /** What was noted, as sentences without a subject. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  note(fault: string): void {
    if (this.#noise.test(fault)) return;
    if (this.#faults.length === 0) {
      this.#timer = setTimeout(() => this.end(), afterFault);
    }
    if (this.#faults.length < 20 && !this.#faults.includes(fault)) this.#faults.push(fault);
  }

  /** The value, or null when it comes too late. */
  async waitFor<Value>(value: Promise<Value>): Promise<Value | null> {
    // Whoever is late may still fail, once its page is closed.
    value.catch(() => {});
    return Promise.race([value, this.#over.promise]).finally(() => {
      clearTimeout(this.#timer);
      this.end();
    });
  }
}
