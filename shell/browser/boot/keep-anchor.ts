import { firstSignsOf } from './first-signs.ts';

/** After one of these events the visitor may have scrolled elsewhere. */
const scrolling = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

/** In frames; after this many without movement the browser has finished its own scrolling. */
const framesUntilStill = 10;

/**
 * Corrects the scroll position of the URL's anchor. Browsers scroll smoothly to it while the page is loading, and layout
 * changes in the meantime leave them up to 80 px off (Chromium 153), with the target below the header.
 */
export function keepAnchor(page: Document): void {
  const [entry] = performance.getEntriesByType('navigation');
  // After a reload or Back, the browser restores the visitor's own scroll position.
  if (!location.hash || (entry as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return;
  const { href } = location;
  let hasScrolled = firstSignsOf(page).some(({ type }) => scrolling.includes(type));
  // Pages that load their scripts immediately record no first interactions.
  for (const sign of scrolling) {
    addEventListener(sign, () => (hasScrolled = true), { capture: true, passive: true, once: true });
  }
  let [top, still] = [scrollY, 0];
  const check = () => {
    if (hasScrolled || location.href !== href) return;
    const isReady = page.readyState === 'complete' && page.fonts.status === 'loaded';
    still = isReady && scrollY === top ? still + 1 : 0;
    top = scrollY;
    if (still < framesUntilStill) requestAnimationFrame(check);
    else page.querySelector(':target')?.scrollIntoView({ behavior: 'instant' });
  };
  check();
}
