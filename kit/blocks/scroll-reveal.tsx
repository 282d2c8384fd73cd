import { chakra } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';

const Root = chakra('div', {
  base: {
    '&[data-reveal]': { transition: 'opacity 250ms ease-out, translate 250ms ease-out' },
    '&[data-reveal=waiting]:not(:focus-within)': { opacity: '0', translate: '0 12px' },
    '@media print': { '&[data-reveal]': { opacity: '1', translate: 'none' } },
  },
});

/**
 * Fades content in once, when its top comes within 90 % of the window's height (docs/specification.md#9). A script hides
 * only content below that line; without scripts, or with reduced motion, nothing is hidden.
 */
export function ScrollReveal({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const block = element.current;
    if (!block || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (block.getBoundingClientRect().top <= window.innerHeight * 0.9) return;
    block.dataset.reveal = 'waiting';
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return;
        block.dataset.reveal = 'shown';
        observer.disconnect();
      },
      { rootMargin: '0px 0px -10%' },
    );
    observer.observe(block);
    return () => observer.disconnect();
  }, []);

  return <Root ref={element}>{children}</Root>;
}
