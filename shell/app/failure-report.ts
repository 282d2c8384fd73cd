/** A page of a release failed in a browser. */
export interface FailureReport {
  /** What the server gave the page view; it counts once. */
  token: string;
  remote: string;
  /** Id of the release that failed. */
  release: string;
  reason: 'load' | 'timeout' | 'render';
}

/** Where browsers send {@link FailureReport}. */
export const failureReportPath = '/_health/failures';

/** The metric of the Server-Timing header whose description is the token of a page view. */
export const viewTimingName = 'view';
