import { addressOfFile, containerNameOf } from 'kit/contracts/release';
import { messageOf } from 'kit/server/text';
import { describeForBrowser, readReleaseFile } from '../log/release-files.ts';
import type { BrowserChoice, HostPages, TrialAnswer } from '../serve/release-policy.ts';
import type { StoredShell } from '../serve/stored-release.ts';
import { findBrowser, startBrowser, type TrialBrowser, type TrialReport, whyNoBrowser } from './browser.ts';
import type { GateContext, GateProblem, GateRule } from './gate-rule.ts';
import { type GatePage, loadHostPages, renderingOf } from './rendering-rules.ts';

interface Limits {
  /** The time for the hydration of one page, in milliseconds. */
  page: number;
  /** For all pages of a release, in milliseconds. */
  all: number;
}

/** Limits for pages that hang, for a machine of usual speed. A page takes about 200 ms. */
const generous: Limits = { page: 10_000, all: 60_000 };

/** On a slow machine a page may take this many times as long as the host's own page, which contains nothing of the release. */
const timesReference = 20;

/** The limits grow at most by this factor. The host's own page always has the longest one. */
const maxStretch = 6;

/** The first page of a tab takes as long as two further pages. */
const pagesWorthATab = 3;

/** The reports of the reference page of a shell, by browser name. */
const references = new WeakMap<StoredShell, Map<string, Promise<TrialReport>>>();

/** The path of the host's own page, which shows what shell and browser do without a remote. */
const referencePath = '/gate-reference-page';

/**
 * Every page hydrates in a browser: container, routes and page load, and hydrate the server's HTML without an error, and change no
 * global except the remote's own.
 */
export function pagesComeAliveWithin(limits: Limits): GateRule {
  return {
    id: 'browser',
    says: 'Every page comes alive in a browser without an error, shows no file that is missing, and changes nothing but its own global.',
    runsRelease: true,
    async check(context) {
      const { browsing } = context.policy;
      if (!browsing) return note(context, 'none, as this host gives no pages to try', []);
      const executablePath = findBrowser(browsing);
      if (executablePath === undefined) return noteMissing(context, browsing, whyNoBrowser(browsing) ?? '');
      const hostPages = await loadHostPages(browsing, context.shell);
      const outcome = await new Trial(context, hostPages, limits).run(executablePath);
      if (outcome === null)
        return noteMissing(context, browsing, `${executablePath} does not start, or playwright-core is not installed`);
      return note(context, outcome.name, outcome.problems);
    },
  };
}

export const pagesComeAlive = pagesComeAliveWithin(generous);

function note({ notes }: GateContext, browser: string, problems: GateProblem[]): GateProblem[] {
  notes?.push(`browser step: ${browser}`);
  return problems;
}

/** Without a browser, only the other rules are applied. A note says so; a site that requires a browser refuses the release. */
function noteMissing(context: GateContext, { browser }: BrowserChoice, why: string): GateProblem[] {
  const required = {
    problem: `No browser could try the pages: ${why}.`,
    remedy: 'Install Chromium, Chrome or Edge and activate it again, or see GATE_BROWSER.',
  };
  return note(context, `missing, as ${why}: no page was opened`, browser === undefined ? [] : [required]);
}

class Trial {
  readonly #context: GateContext;
  readonly #host: HostPages;
  #limits: Limits;
  readonly #shellOnTrial: StoredShell | null;
  readonly #documents = new Map<string, TrialAnswer>();

  constructor(context: GateContext, host: HostPages, limits: Limits) {
    const { shell, isShellOnTrial } = context;
    this.#context = context;
    this.#shellOnTrial = (isShellOnTrial && shell) || null;
    this.#host = host;
    this.#limits = limits;
  }

  /** @returns null if the browser does not start */
  async run(executablePath: string): Promise<{ name: string; problems: GateProblem[] } | null> {
    const site = this.#context.policy.rendering.readSite();
    const empty = { html: '', head: '', styles: [] };
    this.#documents.set(referencePath, this.#host.buildPage({ site, url: referencePath, page: null, rendered: empty }));
    const { isAlive, frame, complaint, noise } = this.#host;
    const terms = { isAlive, frame, complaint, noise, answer: (path: string) => this.#answer(path) };
    const browser = await startBrowser(executablePath, terms);
    if (!browser) return null;
    const { name } = browser;
    try {
      // First, because it shows how fast this machine is.
      const reference = await this.#tryReference(browser);
      if (!reference.isAlive) {
        const limit = (this.#limits.page * maxStretch) / 1000;
        const why = reference.problems.join(', ') || `it takes longer than ${limit} s`;
        return { name, problems: [hostProblem(name, why)] };
      }
      this.#stretchLimits(reference.took);
      const reports = await this.#tryAll(browser, site);
      // In the order of the pages, not of their completion.
      const faults = [...this.#documents.keys()].flatMap((path): [string, string[]][] => {
        const report = reports.get(path);
        return report === undefined ? [] : [[path, this.#evaluate(report, reference)]];
      });
      return { name, problems: summarise(faults) };
    } catch (error) {
      // A page may have crashed the browser.
      return { name, problems: [hostProblem(name, messageOf(error))] };
    } finally {
      await browser.close();
    }
  }

  /** Tries the host's own page, once for all remotes that are tried in a shell. */
  #tryReference(browser: TrialBrowser): Promise<TrialReport> {
    const known = this.#shellOnTrial && (references.get(this.#shellOnTrial) ?? new Map<string, Promise<TrialReport>>());
    const limit = this.#limits.page * maxStretch;
    const report = known?.get(browser.name) ?? this.#tryPage(browser, referencePath, limit);
    if (this.#shellOnTrial && known) references.set(this.#shellOnTrial, known.set(browser.name, report));
    return report;
  }

  #stretchLimits(took: number): void {
    const { page, all } = this.#limits;
    const stretch = Math.min(maxStretch, Math.max(1, (timesReference * took) / page));
    this.#limits = { page: Math.round(page * stretch), all: Math.round(all * stretch) };
  }

  /** Yields the path of each page when it is rendered. URLs with identical HTML from the same chunks are one page. */
  async *#distinctPages(site: unknown, rendered: readonly Promise<GatePage | null>[]): AsyncGenerator<string> {
    const { record } = this.#context.release;
    const release = describeForBrowser(record);
    const known = new Set<string>();
    for await (const found of rendered) {
      if (!found) continue;
      const { path, meta, rendered } = found;
      const page = { remote: record.remote, release, meta };
      this.#documents.set(path, this.#host.buildPage({ site, url: path, page, rendered }));
      const key = `${meta.chunk} ${meta.contentChunk} ${rendered.html}`;
      if (!known.has(key)) yield path;
      known.add(key);
    }
  }

  /** Tries the pages in concurrent tabs. Null for a page that was not reached. */
  async #tryAll(browser: TrialBrowser, site: unknown): Promise<Map<string, TrialReport | null>> {
    const reports = new Map<string, TrialReport | null>();
    const { pages, problems } = renderingOf(this.#context);
    // While pages are rendered, the browser may wait for the server without a limit.
    let deadline = Number.POSITIVE_INFINITY;
    problems.then(() => {
      deadline = performance.now() + this.#limits.all;
    });
    let isOver = false;
    const paths = this.#distinctPages(site, pages);
    // Each tab takes the next page; the first tab that stops ends all.
    const tryInTab = async () => {
      for await (const path of paths) {
        if (isOver) return;
        const report = performance.now() > deadline ? null : await this.#tryPage(browser, path);
        reports.set(path, report);
        // A bundle that hangs or crashes the browser would do so on every page.
        if (!report?.isAlive) isOver = true;
      }
    };
    const tabs = Math.min(browser.atOnce, Math.ceil(pages.length / pagesWorthATab));
    await Promise.all(Array.from({ length: tabs }, tryInTab));
    return reports;
  }

  /** Tries one page. Files that it shows and the site lacks are problems, too. */
  async #tryPage(browser: TrialBrowser, path: string, timeLimit = this.#limits.page): Promise<TrialReport> {
    const report = await browser.tryPage(path, timeLimit);
    const missing: string[] = [];
    for (const file of report.shown) {
      if ((await this.#answer(file)).status === 404) missing.push(`shows ${file.slice(0, 200)}, which is not there`);
    }
    return { ...report, problems: [...report.problems, ...missing] };
  }

  #evaluate(report: TrialReport | null, reference: TrialReport): string[] {
    if (!report) return [`was not reached: the pages before took ${(this.#limits.all / 1000).toFixed(0)} s`];
    const { isAlive, problems, changes, frame } = report;
    const { remote } = this.#context.release.record;
    const own = [containerNameOf(remote), ...this.#host.globalsOf(remote)].map((name) => `window.${name}`);
    const foreign = changes.filter((change) => !own.includes(change) && !reference.changes.includes(change));
    const late = `does not come alive in a browser within ${(this.#limits.page / 1000).toFixed(0)} s`;
    const faults = problems.filter((fault) => this.#shellOnTrial !== null || !reference.problems.includes(fault));
    return [
      ...(isAlive || faults.length > 0 ? faults : [late]).slice(0, 3),
      ...(foreign.length === 0 ? [] : [`changes ${foreign.slice(0, 5).join(', ')} of the browser`]),
      ...(!isAlive || frame === reference.frame ? [] : ['hides or moves the header or footer of the site']),
    ];
  }

  async #answer(path: string): Promise<TrialAnswer> {
    const document = this.#documents.get(path);
    if (document) return document;
    const { pathname } = new URL(path, 'http://site.invalid');
    const { record } = this.#context.release;
    const own = addressOfFile(record, '');
    // `~27` marks the address of a retry.
    const asked = pathname.replace(/~\d{1,4}\//, '/');
    if (!asked.startsWith(own)) return this.#host.answer(pathname);
    const file = asked.slice(own.length);
    const known = file !== record.serverEntry && Object.hasOwn(record.files, file);
    const body = known ? await readReleaseFile(this.#context.release, file).catch(() => null) : null;
    if (body === null) return { status: 404, headers: {}, body: Buffer.alloc(0) };
    return { status: 200, headers: { 'content-type': this.#host.contentTypeOf(file) }, body };
  }
}

/** A problem of the host or the browser, which says nothing about the release. */
function hostProblem(browser: string, why: string): GateProblem {
  return {
    problem: `In ${browser} not even the host's own page comes alive (${why}).`,
    remedy: 'Activate it again; if it is refused again, look whether the browser works on this machine.',
  };
}

/** Lists each fault once, with its first page. */
function summarise(faults: readonly (readonly [path: string, sentences: readonly string[]])[]): GateProblem[] {
  const pages = new Map<string, string[]>();
  for (const [path, sentences] of faults) {
    for (const sentence of sentences) pages.set(sentence, [...(pages.get(sentence) ?? []), path]);
  }
  return [...pages].map(([sentence, [path = '', ...others]]) => problemOf(path, others.length, sentence));
}

function problemOf(path: string, others: number, fault: string): GateProblem {
  const more = others === 0 ? '' : ` (and ${others} more)`;
  return {
    problem: `The page ${path.slice(0, 120)}${more} ${fault}.`,
    remedy:
      'Open the page of this build in a browser, mend what its console says, build the remote and publish it again.',
  };
}
