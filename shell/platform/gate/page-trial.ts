import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from 'kit/server/text';
import type { BrowserContext, Page } from 'playwright-core';
import type { OwnTime } from '../serve/rendering/process-time.ts';
import { type AnswerTrial, trialOrigin } from './browser-walls.ts';

/** What every trial page of a release has in common. */
export interface TrialTerms {
  /** Answers what pages ask {@link trialOrigin} for; every other address is out of reach. */
  answer: AnswerTrial;
  isAlive: string;
  complaint: string;
  /** What the host's own scripts may say without any fault of the page. */
  noise: RegExp;
  /** For one page to come alive, in milliseconds of its own time: {@link OwnTime}. */
  timeLimit: number;
}

/** What a page did, by its own browser. */
export interface TrialReport {
  isAlive: boolean;
  /** Sentences without a subject: `calls window.alert`. */
  problems: string[];
  /** Built-in things that it changed, and globals that it made: `window.fetch`, `Array.prototype.map`. */
  changes: string[];
  /** Paths at the site of the pictures and files that it shows. */
  shown: string[];
  /** It was given up since the machine had too much else to do: nothing is known of it. */
  wasStarved?: boolean;
}

/** How long a page that has come alive is watched on, in milliseconds. */
const settled = 80;

/** A page with a fault is refused anyway; what else it does is seen for this long, in milliseconds. */
const afterFault = 700;

/** What the browser itself notes of a request that came to nothing: API and other hosts are away here by design. */
const ofRequests =
  /^(?:Failed to load resource|WebSocket connection to '\S+' failed|Access to fetch at '\S+' from origin '\S+' has been blocked by CORS)/;

/** A tab, the path that it is on, and what went wrong there. */
export interface Tab {
  page: Page;
  path: string;
  trial: Faults;
}

export async function openTab(context: BrowserContext, terms: TrialTerms): Promise<Tab> {
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

/** Opens a path in a tab and gives what the page did. Never rejects for that. */
export async function tryPage(tab: Tab, { path, ask, timeLimit, noise, ownTime }: PageTrial): Promise<TrialReport> {
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
export function buildObserver(isAlive: string): { script: string; ask: string } {
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
