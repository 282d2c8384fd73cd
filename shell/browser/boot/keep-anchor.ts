import { firstSignsOf } from './first-signs.ts';

/** Who has done one of these may have scrolled elsewhere. */
const scrolling = new Set(['wheel', 'touchstart', 'keydown', 'pointerdown']);

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
  let [top, still] = [scrollY, 0];
  const look = () => {
    if (location.href !== href || firstSignsOf(page).some(({ type }) => scrolling.has(type))) return;
    const isReady = page.readyState === 'complete' && page.fonts.status === 'loaded';
    still = isReady && scrollY === top ? still + 1 : 0;
    top = scrollY;
    if (still < stillFor) requestAnimationFrame(look);
    else page.querySelector(':target')?.scrollIntoView({ behavior: 'instant' });
  };
  look();
}
