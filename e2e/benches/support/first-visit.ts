import type { Browser } from '@playwright/test';
import { openHydrated, stayAt } from '../../support/open-hydrated.ts';

/** What a phone's first visit of a page loads from the site, until nothing more has come for half a second. */
export interface FirstVisit {
  /** The answers to its GET requests, in order: path with query, and body, unpacked. */
  answers: { path: string; isScript: boolean; body: Buffer }[];
  /** The scripts in the document. */
  inlineScripts: string[];
  /** On the wire, with headers. */
  wireBytes: number;
}

/** Visits a page for the first time and starts its scripts. */
export async function visitFirst(browser: Browser, site: string, path: string): Promise<FirstVisit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await stayAt(site, page);
    const answers: Promise<FirstVisit['answers'][number]>[] = [];
    let wireBytes = 0;
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      wireBytes += encodedDataLength;
    });
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      const request = response.request();
      if (request.method() !== 'GET') return;
      const isScript = response.ok() && (request.resourceType() === 'script' || pathname.endsWith('.js'));
      const isRedirect = response.headers().location !== undefined;
      const body = isRedirect ? Promise.resolve(Buffer.alloc(0)) : response.body();
      const answer = body.then((bytes) => ({ path: pathname + search, isScript, body: bytes }));
      // It is read below. If the page fails first, its failure is the one to report.
      answer.catch(() => {});
      answers.push(answer);
    });
    await openHydrated(page, site + path);
    await page.waitForLoadState('networkidle');
    const inlineScripts = await page.locator('script:not([src]):not([type])').allInnerTexts();
    return { answers: await Promise.all(answers), inlineScripts, wireBytes };
  } finally {
    await context.close();
  }
}
