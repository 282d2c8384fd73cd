import { type ViewReport, viewReportPath, viewTimingName } from '../../app/view-report.ts';

/** iOS tells no page that it is being left, and ends what is on its way: it is gone by then. In milliseconds. */
const leavingTime = 1500;

/** How much was told of each remote: 1 that it works, 2 that it failed, after which nothing says anything new. */
const told: Record<string, number> = {};

let asked: Promise<string | undefined> | undefined;

/**
 * Tells the shell server what became of a remote in this tab: once that a page of it works, and once that one failed.
 * A tab without a line tells nothing: that is no release's fault.
 */
export async function reportView(report: Omit<ViewReport, 'token'>): Promise<void> {
  const { remote, outcome } = report;
  const news = outcome === 'hydrated' ? 1 : 2;
  if ((told[remote] ?? 0) >= news || !navigator.onLine) return;
  told[remote] = news;
  if (outcome === 'load') await new Promise((resolve) => setTimeout(resolve, leavingTime));
  asked ??= findToken().catch(() => undefined);
  const token = await asked;
  if (token) navigator.sendBeacon(viewReportPath, JSON.stringify({ ...report, token } satisfies ViewReport));
  else asked = undefined;
}

/** What the server gave this very page view, in a header, since the page itself is the same for everybody. */
async function findToken(): Promise<string | undefined> {
  const [view] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const timing = view?.serverTiming?.find(({ name }) => name === viewTimingName);
  if (timing) return timing.description;
  // Firefox and Safari show the header of the page itself over https alone; that of a second view they always show.
  const { headers } = await fetch('', { method: 'HEAD', cache: 'no-store' });
  return new RegExp(`\\b${viewTimingName};desc="([^"]+)`).exec(headers.get('server-timing') ?? '')?.[1];
}
