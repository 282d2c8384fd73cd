import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { maskText } from '../../app/mask-text.ts';
import { type ReportedError, type VisitReport, visitReportPath } from '../../app/view-report.ts';
import { readViewTiming } from './view-timing.ts';

const maxFrames = 10;
const maxFrameLength = 300;
/** Per tab. */
const maxErrors = 5;

const reportedErrors = new Set<string>();

/**
 * Measures this page view while the visitor is on the page that the document was loaded with, and reports it once, when the
 * page is first left or hidden. `page` is the route's path.
 */
export function measureVisit(token: string, page = '*', isHere: () => boolean): void {
  const vitals: { lcp?: number; inp?: number; cls?: number } = {};
  const store = ({ name, value }: Metric) => {
    if (!isHere()) return;
    if (name === 'LCP') vitals.lcp = inSeconds(value);
    if (name === 'INP') vitals.inp = inSeconds(value);
    if (name === 'CLS') vitals.cls = Math.round(value * 10_000) / 10_000;
  };
  whenIdle(() => {
    for (const measure of [onLCP, onINP, onCLS]) measure(store, { reportAllChanges: true });
  });
  // Older Safari fires no visibilitychange when a page is left, only pagehide.
  const report = ({ type }: Event) => {
    if (type === 'visibilitychange' && document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', report);
    removeEventListener('pagehide', report);
    if (Object.keys(vitals).length > 0) send({ token, page, vitals });
  };
  document.addEventListener('visibilitychange', report);
  addEventListener('pagehide', report);
}

/** The visitor's own requests go first; older Safari has no idle callback. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work);
}

/**
 * Reports an error once, and only a few per tab: an uncaught error of this site's scripts, or an error that replaced a
 * remote's page.
 */
export async function sendError(error: unknown, page = '*', failed?: string): Promise<void> {
  const description = describeError(error);
  const key = JSON.stringify(description);
  const isOurs = description && (description.stack !== '' || failed !== undefined);
  if (!isOurs || reportedErrors.has(key) || reportedErrors.size >= maxErrors || !navigator.onLine) return;
  reportedErrors.add(key);
  const timing = await readViewTiming();
  if (timing) send({ token: timing.token, page, error: description, failed });
}

/** The parts of an error that may leave the browser; null if the value is not an error. */
function describeError(error: unknown): ReportedError | null {
  if (!(error instanceof Error)) return null;
  const isOfSite = (line: string) => /\/(?:remotes|shell)\/[^?#\s]+:\d+:\d+\)?$/.test(line);
  const frames = error.stack?.split('\n').map((line) => line.trim()) ?? [];
  return {
    message: maskText(`${error.name}: ${error.message}`),
    stack: frames
      .filter((line) => line.length <= maxFrameLength && isOfSite(line))
      .slice(0, maxFrames)
      .join('\n'),
  };
}

function send(report: VisitReport): void {
  navigator.sendBeacon(visitReportPath, JSON.stringify(report));
}

function inSeconds(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}
