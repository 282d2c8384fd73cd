import { type ViewReport, viewReportPath, viewTimingName } from '../../app/view-report.ts';

/** What was told of each remote. */
const told = new Map<string, ViewReport['outcome']>();

/**
 * Tells the shell server what became of a remote in this tab: once that a page of it works, and once that one failed.
 * A tab without a line tells nothing: that is no release's fault.
 */
export async function reportView(report: Omit<ViewReport, 'token'>): Promise<void> {
  const { remote, outcome } = report;
  const before = told.get(remote);
  if ((before && (before !== 'hydrated' || outcome === before)) || !navigator.onLine) return;
  told.set(remote, outcome);
  const token = navigationToken() ?? (await freshToken());
  if (!token || !navigator.sendBeacon(viewReportPath, JSON.stringify({ ...report, token } satisfies ViewReport)))
    told.delete(remote);
}

/** What the server gave this very page view, in a header, since the page itself is the same for everybody. */
function navigationToken(): string | undefined {
  const [view] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return view?.serverTiming?.find(({ name }) => name === viewTimingName)?.description;
}

let asked: Promise<string | undefined> | undefined;

/** Firefox and Safari show the header of the page itself over https alone; that of a second view they always show. */
function freshToken(): Promise<string | undefined> {
  asked ??= askForToken().catch(() => {
    asked = undefined;
    return asked;
  });
  return asked;
}

async function askForToken(): Promise<string | undefined> {
  const { headers, body } = await fetch(location.href, { cache: 'no-store' });
  void body?.cancel();
  return new RegExp(`(?:^|, *)${viewTimingName};desc="([^"]+)"`).exec(headers.get('server-timing') ?? '')?.[1];
}
