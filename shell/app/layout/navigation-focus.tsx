import { VisuallyHidden } from 'kit/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * After a client-side navigation the focus moves to the new page's h1 and its title is announced, as a full load
 * would do it. Navigations within a page (anchors, query) leave the focus where it is.
 */
export function NavigationFocus() {
  const { pathname, hash } = useLocation();
  const { state } = useNavigation();
  const shown = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    if (state !== 'idle' || shown.current === pathname) return undefined;
    return whenHeadingIsThere((heading) => {
      shown.current = pathname;
      setAnnouncement(document.title);
      if (hash !== '') return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  }, [pathname, hash, state]);

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
