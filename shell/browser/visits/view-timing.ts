import { measuredTimingName, viewTimingName } from '../../app/view-report.ts';

/** The server's header values for this page view. */
export interface ViewTiming {
  token: string;
  isMeasured: boolean;
}

let request: Promise<ViewTiming | undefined> | undefined;

/** Undefined for a view without reports, such as a preview. A failed request is repeated. */
export async function readViewTiming(): Promise<ViewTiming | undefined> {
  request ??= findTiming().catch(() => undefined);
  const timing = await request;
  if (!timing) request = undefined;
  return timing;
}

/** The values are in a header, because the page itself is the same for all visitors. */
async function findTiming(): Promise<ViewTiming | undefined> {
  const [view] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const named = (name: string) => view?.serverTiming?.find((timing) => timing.name === name);
  const own = named(viewTimingName);
  if (own) return { token: own.description, isMeasured: named(measuredTimingName) !== undefined };
  // Firefox and Safari only expose the page's own header over https, but always that of a second request.
  const { headers } = await fetch('', { method: 'HEAD', cache: 'no-store' });
  const header = headers.get('server-timing') ?? '';
  const token = new RegExp(`\\b${viewTimingName};desc="([^"]+)`).exec(header)?.[1];
  return token === undefined ? token : { token, isMeasured: header.endsWith(measuredTimingName) };
}
