import type { SiteRouter } from '../site-router.tsx';
import { readViewTiming } from './view-timing.ts';

/** In milliseconds after hydration; the page has then had time to respond to early input. */
const measuredAfter = 2000;

/** Measuring and reporting are in a chunk of their own: no first page waits for it, and a failed load is harmless. */
function withVisit(use: (visit: typeof import('./report-visit.ts')) => unknown): void {
  import('./report-visit.ts').then(use).catch(() => {});
}

/** Reports an error that was uncaught or that replaced a remote's page. */
export function reportPageError(error: unknown, page?: string, failed?: string): void {
  withVisit((visit) => visit.sendError(error, page, failed));
}

/** Measures this page view if the server asks for it, and reports uncaught errors. */
export function watchVisit(router: SiteRouter): void {
  const pathAtHand = () => router.state.matches.at(-1)?.route.path;
  const page = pathAtHand();
  const report = (error: unknown) => reportPageError(error, pathAtHand());
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  setTimeout(async () => {
    const timing = await readViewTiming();
    if (timing?.isMeasured) {
      withVisit((visit) => visit.measureVisit(timing.token, page, () => pathAtHand() === page));
    }
  }, measuredAfter);
}
