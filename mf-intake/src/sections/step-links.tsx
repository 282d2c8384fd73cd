import { Link, type LinkProps } from 'kit/router';
import { chakra, VisuallyHidden } from 'kit/ui';

/** A point for each step, the light on the current one. */
const Track = chakra('nav', {
  base: {
    // Of the text's own size: larger text has more rows.
    '& ol': {
      display: 'grid',
      gridTemplateColumns: {
        base: 'repeat(auto-fit, minmax(1.9rem, 1fr))',
        lg: 'repeat(auto-fit, minmax(6.5rem, 1fr))',
      },
    },
    '& a': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: { base: 'center', lg: 'flex-start' },
      gap: '1',
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
    },
    // Part of the link's name and not of the page's text, in which the name of the open step stands once, as its heading. There is
    // no room for nine names on narrower windows; they are read out there, too.
    '& a::after': {
      content: '" " attr(data-title)',
      textWrap: 'balance',
      lgDown: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    },
    '& [data-wrong]': { color: 'danger', fontWeight: '700', '& [data-part=number]': { borderColor: 'danger' } },
    '& [aria-current=step]': {
      color: 'ink',
      '& [data-part=number]': { background: 'beacon', borderColor: 'ink', fontWeight: '700' },
      '@media (forced-colors: active)': { textDecoration: 'underline' },
    },
  },
});

interface StepLink {
  number: number;
  title: string;
  to: LinkProps['to'];
  /** How many of its fields are wrong. */
  wrong: number;
}

/** The way to every step of a form. */
export function StepLinks({ current, steps }: { current: number; steps: readonly StepLink[] }) {
  return (
    <Track aria-label="Steps">
      <ol>
        {steps.map(({ number, title, to, wrong }) => (
          <li key={number}>
            <Link
              to={to}
              preventScrollReset
              aria-current={number === current ? 'step' : undefined}
              data-wrong={wrong > 0 ? '' : undefined}
              data-title={title}
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
