import { chakra, VisuallyHidden } from 'kit/ui';
import { useEffect, useRef } from 'react';
import { Link, type LinkProps } from 'react-router';

const Track = chakra('nav', {
  base: {
    // The strip scrolls sideways on narrow windows. Its sizes follow the text size, so larger text wraps into more rows.
    '& ol': {
      display: { base: 'flex', lg: 'grid' },
      overflowX: 'auto',
      gap: { base: '5', lg: '0' },
      // Space for the focus ring.
      padding: '1',
      gridTemplateColumns: { lg: 'repeat(auto-fit, minmax(6.5rem, 1fr))' },
    },
    '& a': {
      display: 'flex',
      flexDirection: { lg: 'column' },
      alignItems: 'center',
      gap: { base: '2', lg: '1' },
      whiteSpace: { base: 'nowrap', lg: 'normal' },
      position: 'relative',
      minHeight: '2.75rem',
      paddingTop: { lg: '2' },
      paddingInline: { lg: '1' },
      textAlign: 'center',
      lineHeight: '1.35',
      color: 'muted',
      textDecoration: 'none',
      fontSize: 'sm',
      fontVariantNumeric: 'tabular-nums',
      '&:hover': { color: 'fg', textDecoration: 'underline' },
    },
    '& [data-part=number]': {
      display: 'grid',
      placeItems: 'center',
      width: '1.75rem',
      height: '1.75rem',
      borderRadius: 'full',
      border: '1.5px solid transparent',
      position: 'relative',
    },
    // The mark of a required field, as the kit's forms show it.
    '& [data-required] [data-part=number]::after': {
      content: '"*"',
      position: 'absolute',
      right: '0',
      top: '-0.25rem',
      color: 'danger',
      fontWeight: '700',
      '@supports (content: "*" / "")': { content: '"*" / ""' },
    },
    // CSS adds the title to the link's accessible name but not to the page's text, where the open step's title is its heading.
    '& a::after': { content: '" " attr(data-title)', textWrap: { lg: 'balance' } },
    '& [data-done] [data-part=number]': { background: 'success', color: 'bg', borderColor: 'success' },
    '& [data-wrong]': { color: 'danger', fontWeight: '700', '& [data-part=number]': { borderColor: 'danger' } },
    '& [aria-current=step]': {
      color: 'ink',
      '& [data-part=number]': { background: 'beacon', color: 'ink', borderColor: 'ink', fontWeight: '700' },
      '@media (forced-colors: active)': { textDecoration: 'underline' },
    },
  },
});

interface StepLink {
  number: number;
  title: string;
  to: LinkProps['to'];
  /** The number of invalid fields. */
  wrong: number;
  isRequired: boolean;
  isAnswered: boolean;
}

export function StepLinks({ current, steps }: { current: number; steps: readonly StepLink[] }) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is current
  useEffect(() => {
    const strip = list.current;
    const link = strip?.querySelector<HTMLElement>('[aria-current]');
    if (strip && link)
      strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <Track aria-label="Steps">
      <ol ref={list}>
        {steps.map(({ number, title, to, wrong, isRequired, isAnswered }) => (
          <li key={number}>
            <Link
              to={to}
              preventScrollReset
              aria-current={number === current ? 'step' : undefined}
              data-wrong={wrong > 0 ? '' : undefined}
              data-done={isAnswered && wrong === 0 ? '' : undefined}
              data-required={isRequired && !isAnswered && wrong === 0 ? '' : undefined}
              data-title={title}
            >
              <VisuallyHidden>Step </VisuallyHidden>
              <span data-part="number">{number}</span>
              {isAnswered && wrong === 0 && <VisuallyHidden>, filled in</VisuallyHidden>}
              {isRequired && !isAnswered && wrong === 0 && <VisuallyHidden>, required</VisuallyHidden>}
              {wrong > 0 && <VisuallyHidden>, {wrong} to correct</VisuallyHidden>}
            </Link>
          </li>
        ))}
      </ol>
    </Track>
  );
}
