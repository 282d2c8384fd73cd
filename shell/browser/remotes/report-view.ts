import { type ViewReport, viewReportPath } from '../../app/view-report.ts';
import { readViewTiming } from '../visits/view-timing.ts';

/** In milliseconds. iOS fires no event when a page is left, and aborts its requests; after this delay such a page is gone. */
const leavingTime = 1500;

/** What was reported of each remote: 1 for working, 2 for failed. After a failure nothing more is reported. */
const told: Record<string, number> = {};

/**
 * Reports a remote's outcome in this tab to the shell server: at most one success and one failure. An offline tab reports
 * nothing, because that is not a release's fault.
 */
export async function reportView(report: Omit<ViewReport, 'token'>): Promise<void> {
  const { remote, outcome } = report;
  const news = outcome === 'hydrated' ? 1 : 2;
  if ((told[remote] ?? 0) >= news || !navigator.onLine) return;
  told[remote] = news;
  if (outcome === 'load') await new Promise((resolve) => setTimeout(resolve, leavingTime));
  const timing = await readViewTiming();
  if (!timing) return;
  navigator.sendBeacon(viewReportPath, JSON.stringify({ ...report, token: timing.token } satisfies ViewReport));
}
