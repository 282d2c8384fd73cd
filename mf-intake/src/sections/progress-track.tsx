import { Link, type LinkProps } from 'kit/router';
import { chakra, VisuallyHidden } from 'kit/ui';

/** The horizon, with a point for each step and the light on the current one. */
const Track = chakra('div', {
  base: {
    '& [data-part=words]': { display: 'flex', justifyContent: 'space-between', gap: '4', fontWeight: '600' },
    '& [data-part=percent]': { color: 'muted', fontWeight: '400', fontVariantNumeric: 'tabular-nums' },
    '& [data-part=bar]': {
      height: '6px',
      marginTop: '3',
      background: 'line',
      borderRadius: 'full',
      overflow: 'hidden',
    },
    '& [data-part=done]': {
      height: '100%',
      background: 'fg',
      borderRadius: 'full',
      transition: 'width 200ms ease-out',
      '@media (forced-colors: active)': { background: 'Highlight' },
    },
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
      '& [data-part=number]': {
        display: 'grid',
        placeItems: 'center',
        width: '1.75rem',
        height: '1.75rem',
        borderRadius: 'full',
        border: '1.5px solid transparent',
      },
    },
    '& [aria-current=step]': {
      color: 'ink',
      fontWeight: '700',
      '& [data-part=number]': { background: 'beacon', borderColor: 'ink' },
    },
    '& [data-wrong]': { color: 'danger', fontWeight: '700', '& [data-part=number]': { borderColor: 'danger' } },
  },
});

export interface TrackStep {
  number: number;
  to: LinkProps['to'];
  /** How many of its fields are wrong. */
  wrong: number;
}

interface ProgressTrackProps {
  current: number;
  steps: readonly TrackStep[];
}

/** Where the visitor is in a form of several steps, and the way to every other one. */
export function ProgressTrack({ current, steps }: ProgressTrackProps) {
  const position = `Step ${current} of ${steps.length}`;
  const percent = Math.round((current / steps.length) * 100);
  return (
    <Track>
      <p data-part="words">
        <span>{position}</span>
        <span data-part="percent">{percent}% complete</span>
      </p>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${position}, ${percent}%`}
        data-part="bar"
      >
        <div data-part="done" style={{ width: `${percent}%` }} />
      </div>
      <nav aria-label="Steps">
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
                {wrong > 0 && <VisuallyHidden>, {countFields(wrong)} to correct</VisuallyHidden>}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </Track>
  );
}

function countFields(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`;
}
