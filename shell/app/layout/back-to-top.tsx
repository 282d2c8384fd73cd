import { chakra } from 'kit/ui';
import { useEffect, useState } from 'react';

/** In pixels; the button is visible below this scroll position (docs/specification.md#9). */
const threshold = 300;

const Root = chakra('button', {
  base: {
    position: 'fixed',
    zIndex: 'header',
    height: '3rem',
    display: 'grid',
    placeItems: 'center',
    // In the header beside the menu, because on a narrow window it would cover links elsewhere.
    right: '3.75rem',
    top: 'calc((var(--header-height) - 3rem) / 2)',
    width: '3rem',
    // A tab at the edge, in the margin of 2 rem.
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
    // A circle, where the margin is wide enough.
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
    const update = () => setIsPast(window.scrollY > limit);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [limit]);
  return isPast;
}
