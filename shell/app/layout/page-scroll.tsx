import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { ScrollRestoration, useLocation } from 'react-router';

/**
 * Scrolls as React Router does. The theme makes scrolling smooth, which is meant for anchors of a page and not for a change of page:
 * there the scrolling is instant.
 */
export function PageScroll() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  // React runs insertion effects before layout effects, and the layout effects of ScrollRestoration before those of its parent.
  useInsertionEffect(() => {
    if (shown.current === pathname) return;
    document.documentElement.style.scrollBehavior = 'auto';
    // Chromium scrolls by the style that it computed last.
    void getComputedStyle(document.documentElement).scrollBehavior;
  }, [pathname]);
  useLayoutEffect(() => {
    shown.current = pathname;
    document.documentElement.style.scrollBehavior = '';
  }, [pathname]);
  return <ScrollRestoration />;
}
