/** An error as a browser tells it: masked, and cut. */
export interface ReportedError {
  message: string;
  /** As the browser writes it, without the message: a line for each script of the site. */
  stack: string;
}

/** What became of a page of a release in a browser. */
export interface ViewReport {
  /** What the server gave the page view; it counts once for each remote. */
  token: string;
  remote: string;
  /** Id of the release. */
  release: string;
  outcome: 'hydrated' | 'load' | 'timeout' | 'render';
  /** Path of the route. */
  page?: string | undefined;
  /** What was thrown. */
  error?: ReportedError | undefined;
}

/** Where browsers send {@link ViewReport}. */
export const viewReportPath = '/_health/views';

/** How a page view went: its Core Web Vitals, or an error that nobody caught. */
export interface VisitReport {
  token: string;
  /** Path of the route that the document was loaded with, or that the error happened on. */
  page: string;
  /** In seconds; CLS without a unit. Once for each page view, and only of those that the server chose. */
  vitals?: { lcp?: number | undefined; inp?: number | undefined; cls?: number | undefined } | undefined;
  error?: ReportedError | undefined;
}

/** Where browsers send {@link VisitReport}. */
export const visitReportPath = '/_health/visits';

/** The metric of the Server-Timing header whose description is the token of a page view. */
export const viewTimingName = 'view';

/** The metric beside it that asks a browser to measure this view. */
export const measuredTimingName = 'measured';
