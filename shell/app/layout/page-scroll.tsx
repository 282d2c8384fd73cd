import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router';

/**
 * Scrolls to the top of a new page, to the anchor of an address and, on "back", to where the visitor was. The theme
 * makes scrolling smooth; that is meant for anchors, and not for one page that takes the place of another.
 */
export function PageScroll() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);

  // React runs insertion effects before the layout effects of ScrollRestoration, and the one below after those.
  useInsertionEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (kind === 'POP') document.documentElement.style.scrollBehavior = 'auto';
  }, [pathname, kind]);
  useLayoutEffect(() => {
    document.documentElement.style.scrollBehavior = '';
  });
  return <ScrollRestoration />;
}
