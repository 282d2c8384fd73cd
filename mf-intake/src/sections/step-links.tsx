import { Link, type LinkProps } from 'kit/router';
import { chakra, VisuallyHidden } from 'kit/ui';

/** A point for each step, the light on the current one. */
const Track = chakra('nav', {
  base: {
    '& ol': { display: 'grid', gridTemplateColumns: 'repeat(9, minmax(0, 1fr))' },
    '& a': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      position: 'relative',
      minHeight: '2.75rem',
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
    },
    '& [data-wrong]': { color: 'danger', fontWeight: '700', '& [data-part=number]': { borderColor: 'danger' } },
    '& [aria-current=step]': {
      color: 'ink',
      fontWeight: '700',
      '& [data-part=number]': { background: 'beacon', borderColor: 'ink' },
    },
  },
});

interface StepLink {
  number: number;
  to: LinkProps['to'];
  /** How many of its fields are wrong. */
  wrong: number;
}

/** The way to every step of a form. */
export function StepLinks({ current, steps }: { current: number; steps: readonly StepLink[] }) {
  return (
    <Track aria-label="Steps">
      <ol>
        {steps.map(({ number, to, wrong }) => (
          <li key={number}>
            <Link
              to={to}
              preventScrollReset
              aria-current={number === current ? 'step' : undefined}
              data-wrong={wrong > 0 ? '' : undefined}
            >
              <VisuallyHidden>Step </VisuallyHidden>
              <span data-part="number">{number}</span>
              {wrong > 0 && <VisuallyHidden>, {wrong} to correct</VisuallyHidden>}
            </Link>
          </li>
        ))}
      </ol>
    </Track>
  );
}
