import { measuredTimingName, viewTimingName } from '../../app/view-report.ts';

/** What the server gave this very page view. */
export interface ViewTiming {
  token: string;
  /** The server asks to have this view measured. */
  isMeasured: boolean;
}

let asked: Promise<ViewTiming | undefined> | undefined;

/** Undefined for a view that nothing is to be told of, as a preview; one that could not be asked for is asked for again. */
export async function readViewTiming(): Promise<ViewTiming | undefined> {
  asked ??= findTiming().catch(() => undefined);
  const timing = await asked;
  if (!timing) asked = undefined;
  return timing;
}

/** In a header, since the page itself is the same for everybody. */
async function findTiming(): Promise<ViewTiming | undefined> {
  const [view] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const named = (name: string) => view?.serverTiming?.find((timing) => timing.name === name);
  const own = named(viewTimingName);
  if (own) return { token: own.description, isMeasured: named(measuredTimingName) !== undefined };
  // Firefox and Safari show the header of the page itself over https alone; that of a second view they always show.
  const { headers } = await fetch('', { method: 'HEAD', cache: 'no-store' });
  const header = headers.get('server-timing') ?? '';
  const token = new RegExp(`\\b${viewTimingName};desc="([^"]+)`).exec(header)?.[1];
  return token === undefined ? token : { token, isMeasured: header.endsWith(measuredTimingName) };
}
