import { type ReportedError, type ViewReport, viewReportPath } from '../../app/view-report.ts';
import { readViewTiming } from '../visits/view-timing.ts';
import { loadVisit } from '../visits/watch-visit.ts';

/** iOS tells no page that it is being left, and ends what is on its way: it is gone by then. In milliseconds. */
const leavingTime = 1500;

/** How much was told of each remote: 1 that it works, 2 that it failed, after which nothing says anything new. */
const told: Record<string, number> = {};

/**
 * Tells the shell server what became of a remote in this tab: once that a page of it works, and once that one failed.
 * A tab without a line tells nothing: that is no release's fault.
 */
export async function reportView(report: Omit<ViewReport, 'token' | 'error'>, thrown?: unknown): Promise<void> {
  const { remote, outcome } = report;
  const news = outcome === 'hydrated' ? 1 : 2;
  if ((told[remote] ?? 0) >= news || !navigator.onLine) return;
  told[remote] = news;
  if (outcome === 'load') await new Promise((resolve) => setTimeout(resolve, leavingTime));
  const error = thrown === undefined ? undefined : await describe(thrown);
  const timing = await readViewTiming();
  if (!timing) return;
  const { token } = timing;
  navigator.sendBeacon(viewReportPath, JSON.stringify({ ...report, token, error } satisfies ViewReport));
}

/** In time: that it failed counts more than why. */
async function describe(thrown: unknown): Promise<ReportedError | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, leavingTime));
  const described = loadVisit().then(({ describeError }) => describeError(thrown) ?? undefined);
  return Promise.race([described, late]).catch(() => undefined);
}
