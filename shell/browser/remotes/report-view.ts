import { type ViewReport, viewReportPath } from '../../app/view-report.ts';
import { readViewTiming } from '../visits/view-timing.ts';

/** In milliseconds. iOS fires no event when a page is left, and aborts its requests. Such a page no longer runs after this delay. */
const leavingTime = 1500;

/** The last report of each remote: 1 for working, 2 for failed. After a failure nothing more is reported. */
const reported: Record<string, number> = {};

/**
 * Reports a remote's outcome in this tab to the shell server: at most one success and one failure. An offline tab reports
 * nothing, because that is not a release's fault.
 */
export async function reportView(report: Omit<ViewReport, 'token'>): Promise<void> {
  const { remote, outcome } = report;
  const level = outcome === 'hydrated' ? 1 : 2;
  if ((reported[remote] ?? 0) >= level || !navigator.onLine) return;
  reported[remote] = level;
  if (outcome === 'load') await new Promise((resolve) => setTimeout(resolve, leavingTime));
  const timing = await readViewTiming();
  if (!timing) return;
  navigator.sendBeacon(viewReportPath, JSON.stringify({ ...report, token: timing.token } satisfies ViewReport));
}
