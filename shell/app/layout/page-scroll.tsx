import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { ScrollRestoration, useLocation } from 'react-router';

/**
 * Scrolls as React Router does, but without an animation between pages: the theme's smooth scrolling is meant for anchors
 * within a page.
 */
export function PageScroll() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  // React runs insertion effects before layout effects, and the layout effects of ScrollRestoration before its parent's.
  useInsertionEffect(() => {
    if (shown.current === pathname) return;
    document.documentElement.style.scrollBehavior = 'auto';
    // Chromium scrolls with the style that it computed last.
    void getComputedStyle(document.documentElement).scrollBehavior;
  }, [pathname]);
  useLayoutEffect(() => {
    shown.current = pathname;
    document.documentElement.style.scrollBehavior = '';
  }, [pathname]);
  return <ScrollRestoration />;
}
