import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { maskText } from '../../app/mask-text.ts';
import { type ReportedError, type VisitReport, visitReportPath } from '../../app/view-report.ts';
import { readViewTiming } from './view-timing.ts';

const mostFrames = 10;
const longestFrame = 300;
/** Of a tab. */
const mostErrors = 5;

const toldErrors = new Set<string>();

interface MeasuredVisit {
  token: string;
  /** Path of the route. */
  page: string;
  /** Whether the visitor is still on the page that the document was loaded with. */
  isHere: () => boolean;
}

/** Measures this page view until the visitor goes elsewhere, and tells it once, when the page is first left or hidden. */
export function measureVisit({ token, page, isHere }: MeasuredVisit): void {
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
  const tell = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', tell);
    if (Object.keys(vitals).length > 0) send({ token, page, vitals });
  };
  document.addEventListener('visibilitychange', tell);
}

/** Tells of an error that nobody caught, if a script of this site threw it; each once, and only a few of them. */
export async function tellError(error: unknown, page = '*'): Promise<void> {
  const told = describeError(error);
  const key = JSON.stringify(told);
  if (!told?.stack || toldErrors.has(key) || toldErrors.size >= mostErrors || !navigator.onLine) return;
  toldErrors.add(key);
  const timing = await readViewTiming();
  if (timing) send({ token: timing.token, page, error: told });
}

/** What of an error may leave the browser; null for what is none. */
export function describeError(error: unknown): ReportedError | null {
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
