/** An error in a browser's report. Its message is masked and shortened. */
export interface ReportedError {
  message: string;
  /** The browser's stack without the message: one line for each frame in a script of the site. */
  stack: string;
}

/** A browser's report that a page of a release works or failed. */
export interface ViewReport {
  /** The server's token for the page view. It counts once per remote. */
  token: string;
  remote: string;
  release: string;
  outcome: 'hydrated' | 'load' | 'timeout' | 'render';
  page?: string | undefined;
}

/** Browsers send a {@link ViewReport} to this path. */
export const viewReportPath = '/_health/views';

/** The Core Web Vitals of a page view, or an error on it. */
export interface VisitReport {
  token: string;
  /** The route's path that the document was loaded with, or on which the error happened. */
  page: string;
  /** In seconds; CLS has no unit. Reported once per page view, if the server selected it. */
  vitals?: { lcp?: number | undefined; inp?: number | undefined; cls?: number | undefined } | undefined;
  error?: ReportedError | undefined;
  /** The remote whose page the error replaced; absent for an uncaught error, which leaves the page in place. */
  failed?: string | undefined;
}

/** Browsers send a {@link VisitReport} to this path. */
export const visitReportPath = '/_health/visits';

/** The Server-Timing metric whose description is the token of a page view. */
export const viewTimingName = 'view';

/** The Server-Timing metric that asks the browser to measure this view. */
export const measuredTimingName = 'measured';
