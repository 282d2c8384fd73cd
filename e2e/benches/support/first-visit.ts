import type { Browser } from '@playwright/test';
import { openHydrated, stayAt } from '../../support/open-hydrated.ts';

/** What a phone's first visit of a page loads from the site, until nothing more has come for half a second. */
export interface FirstVisit {
  /** The paths of the requests, in order. */
  paths: string[];
  /** On the wire, with headers. */
  wireBytes: number;
  /** Of all bodies, unpacked. */
  bodyBytes: number;
}

/** Visits a page for the first time and starts its scripts. */
export async function visitFirst(browser: Browser, site: string, path: string): Promise<FirstVisit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await stayAt(site, page);
    const paths: string[] = [];
    const bodies: Promise<Buffer>[] = [];
    let wireBytes = 0;
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      wireBytes += encodedDataLength;
    });
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      if (response.request().method() !== 'GET') return;
      paths.push(pathname + search);
      // A redirect has none.
      bodies.push(response.body().catch(() => Buffer.alloc(0)));
    });
    await openHydrated(page, site + path);
    await page.waitForLoadState('networkidle');
    const all = await Promise.all(bodies);
    return { paths, wireBytes, bodyBytes: all.reduce((sum, body) => sum + body.length, 0) };
  } finally {
    await context.close();
  }
}
