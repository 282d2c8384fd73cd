import { type FailureReport, failureReportPath, viewTimingName } from '../../app/failure-report.ts';

let isReported = false;

/** Tells the shell server that a release failed in this tab, once a page. */
export function reportFailure(failure: Omit<FailureReport, 'token'>): void {
  const token = viewToken();
  if (isReported || !token) return;
  isReported = navigator.sendBeacon(failureReportPath, JSON.stringify({ ...failure, token } satisfies FailureReport));
}

/** What the server gave this very page view, in a header, since the page itself is the same for everybody. */
function viewToken(): string | undefined {
  const [view] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return view?.serverTiming?.find(({ name }) => name === viewTimingName)?.description;
}
