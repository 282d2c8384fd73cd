import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';

/** Expects that no part of a hostile text became an element, a handler, a URL or a script of the page. */
export async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(findHarm)).toEqual([]);
}

/** Runs in the page. */
function findHarm(): string[] {
  const elements = [
    'img[src=x]',
    'svg > script, svg > animate, math, object, embed, base, video > source',
    'iframe, [srcdoc]',
    'meta[http-equiv=refresh]',
    '[onerror], [onload], [onmouseover], [onfocus], [ontoggle], [onbegin]',
    '[href^="javascript:"], [src^="javascript:"], [action^="javascript:"]',
    '[href*="evil.example"]:not([href^="mailto:"]), [src*="evil.example"], [action*="evil.example"]',
    '[agent-id*=evil]',
  ];
  const found = [...document.querySelectorAll(elements.join(', '))].map((element) => element.outerHTML.slice(0, 160));
  return [...found, ...('injected' in window ? ['a script ran'] : [])];
}
