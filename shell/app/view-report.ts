/** What became of a page of a release in a browser. */
export interface ViewReport {
  /** What the server gave the page view; it counts once for each remote. */
  token: string;
  remote: string;
  /** Id of the release. */
  release: string;
  outcome: 'hydrated' | 'load' | 'timeout' | 'render';
}

/** Where browsers send {@link ViewReport}. */
export const viewReportPath = '/_health/views';

/** The metric of the Server-Timing header whose description is the token of a page view. */
export const viewTimingName = 'view';
