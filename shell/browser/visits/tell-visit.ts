import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { maskText } from '../../app/mask-text.ts';
import { type ReportedError, type VisitReport, visitReportPath } from '../../app/view-report.ts';
import { readViewTiming } from './view-timing.ts';

const mostFrames = 10;
const longestFrame = 300;
/** Per tab. */
const mostErrors = 5;

const toldErrors = new Set<string>();

/**
 * Measures this page view while the visitor is on the page that the document was loaded with, and reports it once, when the
 * page is first left or hidden. `page` is the route's path.
 */
export function measureVisit(token: string, page = '*', isHere: () => boolean): void {
  const vitals: { lcp?: number; inp?: number; cls?: number } = {};
  const note = ({ name, value }: Metric) => {
    if (!isHere()) return;
    if (name === 'LCP') vitals.lcp = inSeconds(value);
    if (name === 'INP') vitals.inp = inSeconds(value);
    if (name === 'CLS') vitals.cls = Math.round(value * 10_000) / 10_000;
  };
  whenIdle(() => {
    for (const measure of [onLCP, onINP, onCLS]) measure(note, { reportAllChanges: true });
  });
  // Older Safari fires no visibilitychange when a page is left, only pagehide.
  const tell = ({ type }: Event) => {
    if (type === 'visibilitychange' && document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', tell);
    removeEventListener('pagehide', tell);
    if (Object.keys(vitals).length > 0) send({ token, page, vitals });
  };
  document.addEventListener('visibilitychange', tell);
  addEventListener('pagehide', tell);
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
export async function tellError(error: unknown, page = '*', failed?: string): Promise<void> {
  const told = describeError(error);
  const key = JSON.stringify(told);
  const isOurs = told && (told.stack !== '' || failed !== undefined);
  if (!isOurs || toldErrors.has(key) || toldErrors.size >= mostErrors || !navigator.onLine) return;
  toldErrors.add(key);
  const timing = await readViewTiming();
  if (timing) send({ token: timing.token, page, error: told, failed });
}

/** The parts of an error that may leave the browser; null if the value is not an error. */
function describeError(error: unknown): ReportedError | null {
  if (!(error instanceof Error)) return null;
  const isOfSite = (line: string) => /\/(?:remotes|shell)\/[^?#\s]+:\d+:\d+\)?$/.test(line);
  const frames = error.stack?.split('\n').map((line) => line.trim()) ?? [];
  return {
    message: maskText(`${error.name}: ${error.message}`),
    stack: frames
      .filter((line) => line.length <= longestFrame && isOfSite(line))
      .slice(0, mostFrames)
      .join('\n'),
  };
}

function send(report: VisitReport): void {
  navigator.sendBeacon(visitReportPath, JSON.stringify(report));
}

function inSeconds(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}
