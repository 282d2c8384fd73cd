import { findOrInstallChromium, quietFlags } from '../../run/chromium.ts';
import { loadTool } from '../support/tools.ts';

export type Throttling = 'simulate' | 'devtools';

export type LighthouseCategory = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** The fields of Lighthouse's result that the benches read. */
export interface LighthouseResult {
  audits: Record<
    string,
    {
      title: string;
      score: number | null;
      numericValue?: number;
      details?: {
        items?: {
          transferSize?: number;
          resourceType?: string;
          description?: string;
          sourceLocation?: { url: string };
        }[];
      };
    }
  >;
  /** Scores from 0 to 1. */
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
}

interface LighthouseTool {
  default: (
    url: string,
    flags: object,
    config: object,
  ) => Promise<{
    lhr: LighthouseResult & { runtimeError?: { message: string } };
  }>;
}

interface LauncherTool {
  launch: (options: object) => Promise<{ port: number; kill: () => void | Promise<void> }>;
}

const chromeFlags = [
  '--headless=new',
  ...quietFlags,
  '--disable-extensions',
  // Blocks all other hosts, such as the voice widget's provider.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
];

/** Lighthouse's mobile profile: 150 ms, 1.6 Mbit/s, 4x CPU, and the equivalent values for applied throttling. */
const mobile = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
  cpuSlowdownMultiplier: 4,
};

/**
 * Loads a page once in a new browser with Lighthouse's mobile profile. `provided` throttles nothing.
 *
 * @throws Error when the page cannot be loaded.
 */
export async function runLighthouse(
  url: string,
  throttling: Throttling | 'provided',
  categories: readonly LighthouseCategory[],
): Promise<LighthouseResult> {
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
          onlyCategories: categories,
        },
      },
    );
    if (lhr.runtimeError) throw new Error(`${url} could not be measured: ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    await chrome.kill();
  }
}
