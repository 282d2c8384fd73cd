import { chakra, VisuallyHidden } from 'kit/ui';
import { Link, type LinkProps } from 'react-router';

const Track = chakra('nav', {
  base: {
    // The sizes follow the text size, so larger text wraps into more rows.
    '& ol': {
      display: 'grid',
      gridTemplateColumns: {
        base: 'repeat(auto-fit, minmax(1.75rem, 1fr))',
        lg: 'repeat(auto-fit, minmax(6.5rem, 1fr))',
      },
    },
    '& a': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: { base: 'center', lg: 'start' },
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
      position: 'relative',
    },
    // The mark of a required field, as the kit's forms show it.
    '& [data-required] [data-part=number]::after': {
      content: '"*"',
      position: 'absolute',
      left: 'calc(100% - 0.125rem)',
      top: '-0.5rem',
      color: 'danger',
      fontWeight: '700',
      '@supports (content: "*" / "")': { content: '"*" / ""' },
    },
    // CSS adds the title to the link's accessible name but not to the page's text, where the open step's title is its heading.
    // A narrow window has space for the numbers only.
    '& a::after': {
      content: '" " attr(data-title)',
      textWrap: 'balance',
      lgDown: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    },
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
  return (
    <Track aria-label="Steps">
      <ol>
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
