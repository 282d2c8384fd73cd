import { loadWhileHere } from 'kit/leaving';
import type { ComponentType } from 'react';
import { type ViewReport, viewReportPath } from '../../app/view-report.ts';
import { readViewTiming } from '../visits/view-timing.ts';
import { reportPageError } from '../visits/watch-visit.ts';
import { forgetRemote, loadPage, loadPreviousPage, type PageAddress } from './load-page.ts';
import { isIncomplete } from './shared-scripts.ts';

/** The loaded page, or null after a failure. */
export interface PageOutcome {
  Page: ComponentType | null;
}

/** The source of a remote's page and its current outcome. Loading does not reject, because a failed page reports itself. */
export class PageSource {
  readonly #address: PageAddress;
  #outcome: PageOutcome = { Page: null };

  constructor(address: PageAddress) {
    this.#address = address;
  }

  get outcome(): PageOutcome {
    return this.#outcome;
  }

  async load(): Promise<PageOutcome> {
    if (this.#outcome.Page) return this.#outcome;
    try {
      return this.#settle({ Page: await loadWhileHere(() => loadPage(this.#address)) });
    } catch (error) {
      const isLate = error instanceof Error && error.cause === 'timeout';
      return this.#fail(error, isLate ? 'timeout' : 'load');
    }
  }

  /** The page of the previous release after it has loaded; null if it cannot help. */
  async loadPrevious(): Promise<PageOutcome | null> {
    const Page = await loadPreviousPage(this.#address)?.catch(() => null);
    if (!Page || this.#outcome.Page) return null;
    console.warn(`[shell] ${this.#address.name}: the previous release ${this.#address.previous?.id} is shown instead.`);
    return this.#settle({ Page });
  }

  report(outcome: ViewReport['outcome']): void {
    const { name: remote, live, path: page } = this.#address;
    void reportView({ remote, release: live.id, outcome, page });
  }

  /** Called after the page threw in a render; the next load is a new request. */
  failToRender(error: unknown): void {
    forgetRemote(this.#address.name);
    this.#fail(error, 'render');
    reportPageError(error, this.#address.path, this.#address.name);
  }

  #fail(error: unknown, reason: 'load' | 'timeout' | 'render'): PageOutcome {
    const { name, live } = this.#address;
    console.warn(`[shell] ${name} ${live.id} failed (${reason}).`, error);
    // A missing file of the shell is not the fault of this release.
    if (!isIncomplete()) this.report(reason);
    return this.#settle({ Page: null });
  }

  #settle(outcome: PageOutcome): PageOutcome {
    this.#outcome = outcome;
    return outcome;
  }
}

/** In milliseconds. iOS fires no event when a page is left, and aborts its requests. Such a page no longer runs after this delay. */
const leavingTime = 1500;

/** The last report of each remote: 1 for working, 2 for failed. After a failure nothing more is reported. */
const reported: Record<string, number> = {};

/**
 * Reports a remote's outcome in this tab to the shell server: at most one success and one failure. An offline tab reports
 * nothing, because that is not a release's fault.
 */
async function reportView(report: Omit<ViewReport, 'token'>): Promise<void> {
  const { remote, outcome } = report;
  const level = outcome === 'hydrated' ? 1 : 2;
  if ((reported[remote] ?? 0) >= level || !navigator.onLine) return;
  reported[remote] = level;
  if (outcome === 'load') await new Promise((resolve) => setTimeout(resolve, leavingTime));
  const timing = await readViewTiming();
  if (!timing) return;
  navigator.sendBeacon(viewReportPath, JSON.stringify({ ...report, token: timing.token } satisfies ViewReport));
}
