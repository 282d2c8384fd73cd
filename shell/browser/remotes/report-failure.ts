import { type FailureReport, failureReportPath, viewTimingName } from '../../app/failure-report.ts';

let isReported = false;

/** Tells the shell server that a release failed in this tab, once a page. */
export async function reportFailure(failure: Omit<FailureReport, 'token'>): Promise<void> {
  if (isReported) return;
  isReported = true;
  const token = navigationToken() ?? (await freshToken().catch(() => undefined));
  isReported =
    token !== undefined &&
    navigator.sendBeacon(failureReportPath, JSON.stringify({ ...failure, token } satisfies FailureReport));
}

/** What the server gave this very page view, in a header, since the page itself is the same for everybody. */
function navigationToken(): string | undefined {
  const [view] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return view?.serverTiming?.find(({ name }) => name === viewTimingName)?.description;
}

/** Firefox and Safari show the header of the page itself over https alone; that of a second view they always show. */
async function freshToken(): Promise<string | undefined> {
  const { headers, body } = await fetch(location.href, { cache: 'no-store' });
  void body?.cancel();
  return new RegExp(`(?:^|, *)${viewTimingName};desc="([^"]+)"`).exec(headers.get('server-timing') ?? '')?.[1];
}
