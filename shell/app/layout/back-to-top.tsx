import { chakra } from 'kit/ui';
import { useEffect, useRef, useState } from 'react';
import { avoidControls } from './avoid-controls.ts';

/** Scrolled further than this, the button shows (docs/specification.md#9), in pixels. */
const threshold = 300;

const Root = chakra('button', {
  base: {
    position: 'fixed',
    left: { base: '4', md: '6' },
    bottom: { base: 'calc(var(--call-bar) + 1rem)', md: '6' },
    zIndex: 'header',
    width: '3rem',
    height: '3rem',
    display: 'grid',
    placeItems: 'center',
    background: 'ink',
    color: 'paper',
    border: '1px solid',
    borderColor: 'inkLine',
    borderRadius: 'full',
    boxShadow: 'float',
    transition: 'translate 150ms ease-out',
    '&:hover': { background: 'inkRaised' },
    // Who types on a phone needs the room.
    mdDown: { 'html:has(form :focus) &': { visibility: 'hidden' } },
  },
});

/**
 * Appears after 300 px of scrolling and leads back to the top (docs/specification.md#2). Gives way to what can be
 * pressed below it.
 */
export function BackToTop() {
  const isShown = useScrolledPast(threshold);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => (isShown && button.current ? avoidControls(button.current) : undefined), [isShown]);
  if (!isShown) return null;
  const handleClick = () => {
    window.scrollTo({ top: 0 });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <Root ref={button} type="button" aria-label="Back to top" onClick={handleClick}>
      <svg
        aria-hidden="true"
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="M12 20V4m-7 7 7-7 7 7" />
      </svg>
    </Root>
  );
}

function useScrolledPast(limit: number): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const look = () => setIsPast(window.scrollY > limit);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [limit]);
  return isPast;
}
