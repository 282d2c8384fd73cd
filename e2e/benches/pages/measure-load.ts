import { runLighthouse, type Throttling } from './lighthouse.ts';

/** In milliseconds, unless stated otherwise. */
export interface Load {
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  /** Cumulative layout shift, without a unit. */
  shift: number;
  requests: number;
  /** Kilobytes of JavaScript on the wire. */
  scripts: number;
  /** Kilobytes on the wire. */
  transferred: number;
  /** Lighthouse's performance score, 0 to 100. */
  score: number;
}

/**
 * Measures one load of a page with Lighthouse in a new browser. Repeats it once if the browser has lost the trace.
 *
 * @throws Error when the page cannot be loaded.
 */
export async function measureLoad(url: string, throttling: Throttling): Promise<Load> {
  return measureOnce(url, throttling).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return measureOnce(url, throttling);
  });
}

async function measureOnce(url: string, throttling: Throttling): Promise<Load> {
  const { audits, categories } = await runLighthouse(url, throttling, ['performance']);
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  return {
    firstPaint: number('first-contentful-paint'),
    largestPaint: number('largest-contentful-paint'),
    blocked: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    requests: requests.length,
    scripts: kilobytes(requests.filter(({ resourceType }) => resourceType === 'Script')),
    transferred: kilobytes(requests),
    score: Math.round((categories.performance?.score ?? Number.NaN) * 100),
  };
}

function kilobytes(requests: readonly { transferSize?: number }[]): number {
  return requests.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0) / 1000;
}
