import { measuredTimingName, viewReportPath, viewTimingName, visitReportPath } from '../../../shell/app/view-report.ts';
import { Site } from '../../../shell/platform/index.ts';
import { isRenderedPage } from '../../support/rendered-page.ts';

/** The incident's effect on visitors of the canary. */
export interface Harm {
  remote: string;
  canary: string;
  /** One in this many page views of the canary fails. */
  failsOneIn: number;
  outcome: 'load' | 'render';
  /** A browser's report: a stack frame in a script of the release. */
  error: { message: string; stack: string };
  /** In seconds, for the canary and for the live release. */
  lcp: { canary: number; live: number };
}

export interface Visited {
  visitors: number;
  touched: number;
  failed: number;
  /** Pages that did not load. */
  lost: number;
  /** On the clock of `performance`, in milliseconds. */
  firstFailureAt: number | null;
}

const browsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];

/** Sends visitors, each from another network, until `isOver` or all of them have come. */
export async function sendVisitors(
  { address, path, count }: { address: string; path: string; count: number },
  harm: Harm,
  isOver: () => boolean,
): Promise<Visited> {
  const seen: Visited = { visitors: 0, touched: 0, failed: 0, lost: 0, firstFailureAt: null };
  const come = async (): Promise<void> => {
    while (seen.visitors < count && !isOver()) {
      seen.visitors += 1;
      await visit(seen, { address, path, number: seen.visitors }, harm);
    }
  };
  await Promise.all(Array.from({ length: 8 }, come));
  return seen;
}

async function visit(
  seen: Visited,
  { address, path, number }: { address: string; path: string; number: number },
  harm: Harm,
): Promise<void> {
  const headers = {
    'X-Forwarded-For': `${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.7`,
    'User-Agent': browsers[number % browsers.length] ?? '',
  };
  const answer = await fetch(address + path, { headers }).catch(() => null);
  if (answer?.status !== 200 || !isRenderedPage(await answer.text())) {
    seen.lost += 1;
    return;
  }
  const timing = answer.headers.get('server-timing') ?? '';
  const token = new RegExp(`${viewTimingName};desc="([^"]+)`).exec(timing)?.[1] ?? '';
  const isTouched = answer.headers.get('x-release-set')?.includes(harm.canary) ?? false;
  const release = answer.headers.get('x-release-set')?.split('/').at(-1) ?? '';
  if (isTouched) seen.touched += 1;
  const isFailing = isTouched && seen.touched % harm.failsOneIn === 0;
  const send = (where: string, report: object) =>
    fetch(address + where, { method: 'POST', headers, body: JSON.stringify({ token, page: path, ...report }) });
  if (isFailing) {
    seen.failed += 1;
    seen.firstFailureAt ??= performance.now();
    await send(viewReportPath, { remote: harm.remote, release, outcome: harm.outcome });
    await send(visitReportPath, { error: harm.error, failed: harm.remote });
  } else {
    await send(viewReportPath, { remote: harm.remote, release, outcome: 'hydrated' });
  }
  if (timing.includes(measuredTimingName)) {
    const lcp = (isTouched ? harm.lcp.canary : harm.lcp.live) * (0.8 + Math.random() * 0.4);
    await send(visitReportPath, { vitals: { lcp: Math.round(lcp * 1000) / 1000, cls: 0 } });
  }
}

/** The cookie of a visitor who gets a canary. */
export function someoneWithCanary(
  remote: string,
  { live, canary, percent }: { live: string; canary: string; percent: number },
) {
  for (;;) {
    const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
    const state = { live, canary: { id: canary, percent, since: new Date().toISOString() } };
    if (Site.releaseFor(remote, state, id) === canary) return id;
  }
}
