import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from 'kit/server/text';
import type { BrowserContext, Page } from 'playwright-core';
import { type AnswerTrial, trialOrigin } from './browser-walls.ts';

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

/** How long a hydrated page is still observed, in milliseconds. */
const settled = 80;

/** How long a page is observed after its first fault, in milliseconds. */
const afterFault = 700;

/** Matches the browser's messages about failed requests: API and other hosts are unreachable here by design. */
const ofRequests =
  /^(?:Failed to load resource|WebSocket connection to '\S+' failed|Access to fetch at '\S+' from origin '\S+' has been blocked by CORS)/;

/** A tab with its current path and the faults there. */
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
  /** The limit for hydration, in milliseconds. */
  timeLimit: number;
  noise: RegExp;
}

/** Opens a path in a tab and returns the report. It never rejects because of the page. */
export async function tryPage(tab: Tab, { path, ask, timeLimit, noise }: PageTrial): Promise<TrialReport> {
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
export function buildObserver({ isAlive, frame }: Pick<TrialTerms, 'isAlive' | 'frame'>) {
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
