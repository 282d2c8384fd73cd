/** An error in a browser's report. Its message is masked and shortened. */
export interface ReportedError {
  message: string;
  /** The browser's stack without the message, with a line for each frame in a script of the site. */
  stack: string;
}

/** The outcome of a page of a release in a browser. */
export interface ViewReport {
  /** The server's token for the page view. It counts once for each remote. */
  token: string;
  remote: string;
  /** Id of the release. */
  release: string;
  outcome: 'hydrated' | 'load' | 'timeout' | 'render';
  /** Path of the route. */
  page?: string | undefined;
}

/** Browsers send a {@link ViewReport} to this path. */
export const viewReportPath = '/_health/views';

/** The Core Web Vitals of a page view, or an error on it. */
export interface VisitReport {
  token: string;
  /** Path of the route that the document was loaded with, or that the error happened on. */
  page: string;
  /** In seconds; CLS without a unit. They are reported once for a page view, if the server chose to measure it. */
  vitals?: { lcp?: number | undefined; inp?: number | undefined; cls?: number | undefined } | undefined;
  error?: ReportedError | undefined;
  /** The remote whose page the error took away; absent for an uncaught error, which leaves the page as it is. */
  failed?: string | undefined;
}

/** Browsers send a {@link VisitReport} to this path. */
export const visitReportPath = '/_health/visits';

/** The metric of the Server-Timing header whose description is the token of a page view. */
export const viewTimingName = 'view';

/** The metric of the same header that asks the browser to measure this view. */
export const measuredTimingName = 'measured';
