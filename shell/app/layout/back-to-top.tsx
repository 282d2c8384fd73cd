import { chakra } from 'kit/ui';
import { useEffect, useState } from 'react';

/** Scrolled further than this, the button shows (docs/specification.md#9), in pixels. */
const threshold = 300;

const Root = chakra('button', {
  base: {
    position: 'fixed',
    zIndex: 'header',
    height: '3rem',
    display: 'grid',
    placeItems: 'center',
    // In the header, beside the menu: everywhere else on a narrow window it would lie on what can be pressed.
    right: '3.75rem',
    top: 'calc((var(--header-height) - 3rem) / 2)',
    width: '3rem',
    // In the margin, which is 2 rem wide there: a tab at the edge.
    '@media (min-width: 47rem)': {
      inset: 'auto auto {spacing.6} 0',
      width: '2rem',
      background: 'ink',
      color: 'paper',
      border: '1px solid',
      borderColor: 'inkLine',
      borderRadius: '0 {radii.md} {radii.md} 0',
      '&:hover': { background: 'inkRaised' },
    },
    // Where the margin has room for it, a circle.
    '@media (min-width: 80rem)': { left: '2', width: '3rem', borderRadius: 'full', boxShadow: 'float' },
    '@media (max-height: 30rem)': { display: 'none' },
  },
});

/** Appears after 300 px of scrolling and leads back to the top (docs/specification.md#2). */
export function BackToTop() {
  const isShown = useScrolledPast(threshold);
  if (!isShown) return null;
  const handleClick = () => {
    window.scrollTo({ top: 0 });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <Root type="button" aria-label="Back to top" onClick={handleClick}>
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
