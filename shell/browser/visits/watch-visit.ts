import type { SiteRouter } from '../site-router.tsx';
import { readViewTiming } from './view-timing.ts';

/** After the page has come alive and has had time to answer what the visitor did, in milliseconds. */
const measuredAfter = 2000;

/** What measures and tells, in a chunk of its own: no first page waits for it, and nobody misses one that does not come. */
function withVisit(use: (visit: typeof import('./tell-visit.ts')) => unknown): void {
  import('./tell-visit.ts').then(use).catch(() => {});
}

/** Has an error told: one that nobody caught, or that took the page of a remote away. */
export function tellOfError(error: unknown, page?: string, failed?: string): void {
  withVisit((visit) => visit.tellError(error, page, failed));
}

/** Has this page view measured if the server asks for it, and errors that nobody catches told. */
export function watchVisit(router: SiteRouter): void {
  const pathAtHand = () => router.state.matches.at(-1)?.route.path;
  const page = pathAtHand();
  const tell = (error: unknown) => tellOfError(error, pathAtHand());
  addEventListener('error', ({ error }) => tell(error));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
  setTimeout(async () => {
    const timing = await readViewTiming();
    if (timing?.isMeasured) {
      withVisit((visit) => visit.measureVisit(timing.token, page, () => pathAtHand() === page));
    }
  }, measuredAfter);
}
