import { VisuallyHidden } from 'kit/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useVisit } from '../current-visit.tsx';
import { anchorOf, focusOn } from './anchors.ts';

/**
 * After a client-side navigation the focus moves to the new page's h1, or to the anchor that was asked for, and the
 * page's title is announced, as a full load would do it. Within a page it follows links to anchors alone.
 */
export function NavigationFocus() {
  const { pathname, hash, key } = useLocation();
  const kind = useNavigationType();
  const { isAtAnchor } = useVisit();
  const shown = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again is another entry, told by its key
  useEffect(() => {
    if (shown.current === pathname) {
      const anchor = kind === 'POP' || isAtAnchor ? null : anchorOf(hash);
      if (anchor) focusOn(anchor);
      return undefined;
    }
    return whenHeadingIsThere((heading) => {
      shown.current = pathname;
      setAnnouncement(document.title);
      focusOn(anchorOf(hash) ?? heading);
    });
  }, [pathname, hash, key, kind, isAtAnchor]);

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {announcement}
    </VisuallyHidden>
  );
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
