import type { SiteNavigation } from '../site-navigation.ts';
import { readViewTiming } from './view-timing.ts';

/** After the page has come alive and has had time to answer what the visitor did, in milliseconds. */
const measuredAfter = 2000;

/** What measures and tells, in a chunk of its own: no first page waits for it. */
export const loadVisit = () => import(/* webpackChunkName: "visit" */ './tell-visit.ts');

/** Has this page view measured if the server asks for it, and errors that nobody catches told. */
export function watchVisit(navigation: SiteNavigation): void {
  const tell = (error: unknown) => {
    const page = navigation.visit.page.meta?.path;
    // An error in telling of errors must not be told.
    loadVisit().then(
      ({ tellError }) => tellError(error, page),
      () => {},
    );
  };
  addEventListener('error', ({ error }) => tell(error));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
  const { page } = navigation.visit;
  setTimeout(async () => {
    const timing = await readViewTiming();
    if (!timing?.isMeasured || !page.meta) return;
    const visit = await loadVisit().catch(() => null);
    visit?.measureVisit({ token: timing.token, page: page.meta.path, isHere: () => navigation.visit.page === page });
  }, measuredAfter);
}
