import { chakra } from '@chakra-ui/react';

const Root = chakra('div', {
  base: {
    '& > p': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '4',
      fontSize: 'sm',
      fontWeight: '600',
      fontVariantNumeric: 'tabular-nums',
    },
    '& > [role=progressbar]': {
      height: '0.5rem',
      marginTop: '2',
      background: 'line',
      borderRadius: 'full',
      overflow: 'hidden',
      forcedColorAdjust: 'none',
    },
    '& > [role=progressbar] > div': {
      height: '100%',
      background: 'action',
      borderRadius: 'full',
      transition: 'width 200ms ease-out',
    },
  },
});

interface ProgressBarProps {
  /** Steps that are done or in progress. */
  value: number;
  max: number;
  /** Such as `Step 3 of 9`. */
  label: string;
}

/** Progress as text, as a percentage and as a bar. */
export function ProgressBar({ value, max, label }: ProgressBarProps) {
  const percent = Math.round((value / max) * 100);
  return (
    <Root>
      <p>
        <span>{label}</span>
        <span>{percent}% complete</span>
      </p>
      <div role="progressbar" aria-label={label} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
        <div style={{ width: `${percent}%` }} />
      </div>
    </Root>
  );
}
