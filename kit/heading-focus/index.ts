import { type RefObject, useEffect, useRef } from 'react';

interface HeadingFocus {
  /** Which heading of the view; the first `h1` unless said otherwise. */
  heading?: 'h1' | 'h2';
  /** `keep` leaves the page where it is, `top` starts it anew, `nearest` moves it as far as it takes to see the heading. */
  scroll?: 'keep' | 'top' | 'nearest';
}

/** Puts the focus on the heading of a view, which screen readers then read, as after a navigation. */
export function focusHeading(view: HTMLElement | null, { heading = 'h1', scroll = 'keep' }: HeadingFocus = {}): void {
  const element = view?.querySelector<HTMLElement>(heading);
  if (!element) return;
  if (scroll === 'top') window.scrollTo({ top: 0, behavior: 'instant' });
  element.tabIndex = -1;
  element.focus({ preventScroll: scroll !== 'nearest' });
}

/** When another view takes the place of one, what had the focus is gone from the page: the new heading takes it. */
export function useHeadingFocus(
  view: RefObject<HTMLElement | null>,
  /** Tells one view from another. */
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
