import { findOrInstallChromium, quietFlags } from '../../run/chromium.ts';
import { loadTool } from '../support/tools.ts';

export const throttlings = ['simulate', 'devtools'] as const;
export type Throttling = (typeof throttlings)[number];

/** Milliseconds, but where said otherwise. */
export interface Load {
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  /** Cumulative layout shift, without a unit. */
  shift: number;
  requests: number;
  /** Kilobytes over the wire. */
  transferred: number;
  /** Lighthouse's performance score, 0 to 100. */
  score: number;
}

interface LighthouseTool {
  default: (
    url: string,
    flags: object,
    config: object,
  ) => Promise<{
    lhr: {
      runtimeError?: { message: string };
      audits: Record<string, { numericValue?: number; details?: { items?: { transferSize?: number }[] } }>;
      categories: Record<string, { score: number | null }>;
    };
  }>;
}

interface LauncherTool {
  launch: (options: object) => Promise<{ port: number; kill: () => void | Promise<void> }>;
}

const chromeFlags = [
  '--headless=new',
  ...quietFlags,
  '--disable-extensions',
  // Nothing outside of this machine takes part, such as the voice widget's provider.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
];

/** Lighthouse's mobile profile: 150 ms, 1.6 Mbit/s, 4x CPU, and its equivalent where throttling is applied. */
const mobile = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
  cpuSlowdownMultiplier: 4,
};

/**
 * Measures one load of a page with Lighthouse in a fresh browser; once more when the browser has lost the trace.
 *
 * @throws Error when the page could not be loaded.
 */
export async function measureLoad(url: string, throttling: Throttling): Promise<Load> {
  return measureOnce(url, throttling).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return measureOnce(url, throttling);
  });
}

async function measureOnce(url: string, throttling: Throttling): Promise<Load> {
  const [{ default: lighthouse }, { launch }] = await Promise.all([
    loadTool<LighthouseTool>('lighthouse'),
    loadTool<LauncherTool>('chrome-launcher'),
  ]);
  const chrome = await launch({ chromePath: findOrInstallChromium(), chromeFlags });
  try {
    const { lhr } = await lighthouse(
      url,
      { port: chrome.port, output: 'json', logLevel: 'error' },
      {
        extends: 'lighthouse:default',
        settings: {
          formFactor: 'mobile',
          screenEmulation: { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75, disabled: false },
          throttlingMethod: throttling,
          throttling: mobile,
          onlyCategories: ['performance'],
        },
      },
    );
    if (lhr.runtimeError) throw new Error(`${url} could not be measured: ${lhr.runtimeError.message}`);
    const number = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
    const requests = lhr.audits['network-requests']?.details?.items ?? [];
    return {
      firstPaint: number('first-contentful-paint'),
      largestPaint: number('largest-contentful-paint'),
      blocked: number('total-blocking-time'),
      shift: number('cumulative-layout-shift'),
      requests: requests.length,
      transferred: requests.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0) / 1000,
      score: Math.round((lhr.categories.performance?.score ?? Number.NaN) * 100),
    };
  } finally {
    await chrome.kill();
  }
}
