import { type RefObject, useEffect, useRef } from 'react';

interface HeadingFocus {
  /** The heading of the view; the default is the first `h1`. */
  heading?: 'h1' | 'h2';
  /** `keep` does not scroll, `top` scrolls to the top, `nearest` scrolls only as far as needed to show the heading. */
  scroll?: 'keep' | 'top' | 'nearest';
}

/** Moves the focus to the heading of a view, so that screen readers read it as after a navigation. */
export function focusHeading(view: HTMLElement | null, { heading = 'h1', scroll = 'keep' }: HeadingFocus = {}): void {
  const element = view?.querySelector<HTMLElement>(heading);
  if (!element) return;
  if (scroll === 'top') window.scrollTo({ top: 0, behavior: 'instant' });
  element.tabIndex = -1;
  element.focus({ preventScroll: scroll !== 'nearest' });
}

/** Replacing a view removes the focused element, so the new view's heading gets the focus. */
export function useHeadingFocus(
  view: RefObject<HTMLElement | null>,
  shown: unknown,
  { heading = 'h1', scroll = 'keep' }: HeadingFocus = {},
): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    focusHeading(view.current, { heading, scroll });
  }, [view, shown, heading, scroll]);
}
