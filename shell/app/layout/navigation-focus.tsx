import { VisuallyHidden } from 'kit/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Does what browsers do after a full load. After a client-side navigation it focuses the new page's h1, or the requested
 * anchor, and announces the title. Within a page it focuses the target of an anchor link.
 */
export function NavigationFocus() {
  const { pathname, hash, key } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is followed again
  useEffect(() => {
    if (shown.current === pathname) {
      if (kind !== 'POP') focus(anchorOf(hash));
      return undefined;
    }
    return whenHeadingExists((heading) => {
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

/** PageScroll does the scrolling. */
function focus(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Calls back once the page has an h1, because a remote's page may still be loading. */
function whenHeadingExists(callback: (heading: HTMLElement) => void): () => void {
  const main = document.getElementById('main');
  const check = () => {
    const heading = main?.querySelector('h1');
    if (!heading) return;
    observer.disconnect();
    callback(heading);
  };
  const observer = new MutationObserver(check);
  if (main) observer.observe(main, { childList: true, subtree: true });
  check();
  return () => observer.disconnect();
}
