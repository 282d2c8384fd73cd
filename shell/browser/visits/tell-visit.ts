import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { maskText } from '../../app/mask-text.ts';
import { type ReportedError, type VisitReport, visitReportPath } from '../../app/view-report.ts';
import { readViewTiming } from './view-timing.ts';

const mostFrames = 10;
const longestFrame = 300;
/** Of a tab. */
const mostErrors = 5;

/** Of a page view. */
const ends = ['visibilitychange', 'pagehide'];

const toldErrors = new Set<string>();

/**
 * Measures this page view while the visitor is on the page that the document was loaded with, of a route's path, and tells it
 * once, when the page is first left or hidden.
 */
export function measureVisit(token: string, page = '*', isHere: () => boolean): void {
  const vitals: { lcp?: number; inp?: number; cls?: number } = {};
  const note = ({ name, value }: Metric) => {
    if (!isHere()) return;
    if (name === 'LCP') vitals.lcp = inSeconds(value);
    if (name === 'INP') vitals.inp = inSeconds(value);
    if (name === 'CLS') vitals.cls = Math.round(value * 10_000) / 10_000;
  };
  onLCP(note, { reportAllChanges: true });
  onINP(note, { reportAllChanges: true });
  onCLS(note, { reportAllChanges: true });
  // Older Safari hides no page that is left for another one, and only says that it goes.
  const tell = ({ type }: Event) => {
    if (type === 'visibilitychange' && document.visibilityState !== 'hidden') return;
    for (const end of ends) removeEventListener(end, tell, true);
    if (Object.keys(vitals).length > 0) send({ token, page, vitals });
  };
  for (const end of ends) addEventListener(end, tell, true);
}

/**
 * Tells of an error, each once, and only a few of them: one that nobody caught if a script of this site threw it, or one that took
 * the page of a remote away.
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

/** What of an error may leave the browser; null for what is none. */
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
