import { chakra } from 'kit/ui';
import { useEffect, useRef, useState } from 'react';
import { avoidControls, besideThePage } from './avoid-controls.ts';

/** Scrolled further than this, the button shows (docs/specification.md#9), in pixels. */
const threshold = 300;

const Root = chakra('button', {
  base: {
    position: 'fixed',
    // In the header, beside the menu: everywhere else on a narrow window it would lie on what can be pressed.
    right: { base: '3.75rem', md: '4.5rem' },
    top: 'calc((var(--header-height) - 3rem) / 2)',
    zIndex: 'header',
    width: '3rem',
    height: '3rem',
    display: 'grid',
    placeItems: 'center',
    color: 'fg',
    borderRadius: 'full',
    transition: 'translate 150ms ease-out',
    [`@media ${besideThePage}`]: {
      inset: 'auto auto {spacing.6} {spacing.6}',
      background: 'ink',
      color: 'paper',
      border: '1px solid',
      borderColor: 'inkLine',
      boxShadow: 'float',
      '&:hover': { background: 'inkRaised' },
    },
  },
});

/**
 * Appears after 300 px of scrolling and leads back to the top (docs/specification.md#2). Beside the page, it gives way to
 * what can be pressed below it.
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
