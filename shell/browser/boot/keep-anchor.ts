import { firstSignsOf } from './first-signs.ts';

/** Who has done one of these may have scrolled elsewhere. */
const scrolling = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

/** Frames in which nothing moved, after which the browser has done its own scrolling. */
const stillFor = 10;

/**
 * Browsers glide to the anchor of an address while the page still comes: what is laid out anew meanwhile leaves them up to
 * 80 px off (Chromium 153), below the header. Once they are still, the page is where it was asked for.
 */
export function keepAnchor(page: Document): void {
  const [entry] = performance.getEntriesByType('navigation');
  // After a reload, and on the way back, the browser goes to where the visitor was.
  if (!location.hash || (entry as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return;
  const { href } = location;
  let hasScrolled = firstSignsOf(page).some(({ type }) => scrolling.includes(type));
  // Pages whose scripts start with them keep no first signs.
  for (const sign of scrolling) {
    addEventListener(sign, () => (hasScrolled = true), { capture: true, passive: true, once: true });
  }
  let [top, still] = [scrollY, 0];
  const look = () => {
    if (hasScrolled || location.href !== href) return;
    const isReady = page.readyState === 'complete' && page.fonts.status === 'loaded';
    still = isReady && scrollY === top ? still + 1 : 0;
    top = scrollY;
    if (still < stillFor) requestAnimationFrame(look);
    else page.querySelector(':target')?.scrollIntoView({ behavior: 'instant' });
  };
  look();
}
