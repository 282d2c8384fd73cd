import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useVisit } from '../current-visit.tsx';
import { restoreScrolling, scrollPositionOf } from './scroll-positions.ts';

/**
 * Scrolls to the top of a new page, to the anchor of an address and, on "back", to where the visitor was. The theme makes scrolling smooth,
 * which is meant for anchors and not for a change of page.
 */
export function PageScroll() {
  const { pathname, hash, key } = useLocation();
  const { preservesScroll } = useVisit();
  const kind = useNavigationType();
  const shown = useRef(pathname);
  const current = useRef(key);

  // React runs insertion effects before layout effects.
  useInsertionEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (kind === 'POP') document.documentElement.style.scrollBehavior = 'auto';
  }, [pathname, kind]);
  useLayoutEffect(() => {
    // The browser has scrolled the first entry of this document.
    if (current.current !== key) scroll({ key, hash, isReturn: kind === 'POP', preservesScroll });
    current.current = key;
    document.documentElement.style.scrollBehavior = '';
  }, [key, hash, kind, preservesScroll]);
  useEffect(() => restoreScrolling(() => current.current), []);
  return null;
}

interface Arrival {
  key: string;
  hash: string;
  isReturn: boolean;
  preservesScroll: boolean;
}

function scroll({ key, hash, isReturn, preservesScroll }: Arrival): void {
  const left = isReturn ? scrollPositionOf(key) : undefined;
  const anchor = hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
  if (left !== undefined) window.scrollTo(0, left);
  else if (anchor) anchor.scrollIntoView();
  else if (!preservesScroll) window.scrollTo(0, 0);
}

/** Gives the text as it is where it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
