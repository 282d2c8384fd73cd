import { VisuallyHidden } from 'kit/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * After a client-side navigation the focus moves to the new page's h1, or to the anchor that was asked for, and the
 * page's title is announced, as a full load would do it. Within a page it follows links to anchors alone.
 */
export function NavigationFocus() {
  const { pathname, hash, key } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again is another entry, told by its key
  useEffect(() => {
    if (shown.current === pathname) {
      if (kind !== 'POP') focus(anchorOf(hash));
      return undefined;
    }
    return whenHeadingIsThere((heading) => {
      shown.current = pathname;
      setAnnouncement(document.title);
      focus(anchorOf(hash) ?? heading);
    });
  }, [pathname, hash, key, kind]);

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {announcement}
    </VisuallyHidden>
  );
}

function anchorOf(hash: string): HTMLElement | null {
  return hash === '' ? null : document.getElementById(hash.slice(1));
}

/** The scrolling is PageScroll's. */
function focus(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Calls back once the page has an h1; pages of a remote may still be on the way. */
function whenHeadingIsThere(callback: (heading: HTMLElement) => void): () => void {
  const main = document.getElementById('main');
  const look = () => {
    const heading = main?.querySelector('h1');
    if (!heading) return;
    observer.disconnect();
    callback(heading);
  };
  const observer = new MutationObserver(look);
  if (main) observer.observe(main, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}
