import { chakra } from '@chakra-ui/react/styled-system';
import type { CSSProperties, ReactNode } from 'react';

/** The horizon line with a lit point for each step. It is vertical on a phone and horizontal on wide windows. */
const List = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: { lg: 'repeat(var(--steps), minmax(0, 1fr))' },
    counterReset: 'step',
    '& > li': {
      position: 'relative',
      counterIncrement: 'step',
      paddingLeft: { base: '12', lg: '0' },
      paddingTop: { base: '0', lg: '10' },
      paddingRight: { lg: '8' },
      paddingBottom: { base: '10', lg: '0' },
      // Aligns the texts below titles of one and of two lines.
      display: { lg: 'grid' },
      gridRow: { lg: 'span 2' },
      gridTemplateRows: { lg: 'subgrid' },
    },
    '& > li:last-child': { paddingBottom: '0' },
    // A border, because forced colours remove backgrounds.
    '& > li::before': {
      content: '""',
      position: 'absolute',
      borderStyle: 'solid',
      borderColor: 'control',
      borderWidth: { base: '0 0 0 1px', lg: '1px 0 0' },
      left: { base: '0.4375rem', lg: '0' },
      top: { base: '0.75rem', lg: '0.4375rem' },
      width: { lg: '100%' },
      height: { base: '100%', lg: '0' },
    },
    '& > li:last-child::before': { display: { base: 'none', lg: 'block' } },
    '& > li::after': {
      content: '""',
      position: 'absolute',
      left: '0',
      top: { base: '0.375rem', lg: '0' },
      width: '0.9375rem',
      height: '0.9375rem',
      borderRadius: 'full',
      background: 'accent',
      border: '3px solid',
      borderColor: 'fg',
      forcedColorAdjust: 'none',
    },
    // The steps light up one after another once their top is within 90 % of the window's height (docs/specification.md#9), in
    // browsers with scroll-driven animations. In a row, later steps have a longer range.
    '@supports (animation-timeline: view())': {
      '@media (prefers-reduced-motion: no-preference)': {
        '& > li::after': {
          animation: 'light linear both',
          animationTimeline: 'view()',
          animationRange: 'cover 10% cover 22%',
        },
        '& > li + li::after': { animationRange: 'cover 14% cover 30%' },
        '& > li + li + li::after': { animationRange: 'cover 22% cover 38%' },
      },
    },
    '& > li > :is(h3, h4)': { textStyle: 'h3' },
    '& > li > :is(h3, h4)::before': {
      content: 'counter(step)',
      // Empty alternative text: screen readers already count the items of the list.
      '@supports (content: counter(step) / "")': { content: 'counter(step) / ""' },
      display: 'block',
      color: 'muted',
      fontSize: 'md',
      fontVariantNumeric: 'tabular-nums',
      marginBottom: '1',
    },
    '& > li > p': { color: 'muted', marginTop: '2', maxWidth: '34rem' },
  },
});

export interface Step {
  title: string;
  text: ReactNode;
}

/** The steps of a process in order, connected by a line. */
export function Steps({ items, level = 3 }: { items: readonly Step[]; level?: 3 | 4 }) {
  const Title = `h${level}` as const;
  return (
    <List role="list" style={{ '--steps': items.length } as CSSProperties /* the types know no custom properties */}>
      {items.map(({ title, text }) => (
        <li key={title}>
          <Title>{title}</Title>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}

const Figures = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      // Two columns, or one if the text is too large for two.
      base: 'repeat(auto-fit, minmax(min(max(7rem, 40%), 100%), 1fr))',
      lg: 'repeat(var(--stats), minmax(0, 1fr))',
    },
    gap: { base: '8', lg: '10' },
    // Three figures are in one row, not in rows of two and one.
    '&:has(> :nth-of-type(3):last-of-type)': { gridTemplateColumns: { base: '1fr', md: 'repeat(3, minmax(0, 1fr))' } },
    '& > div': {
      display: 'flex',
      flexDirection: 'column-reverse',
      justifyContent: 'flex-end',
      gap: '2',
      borderLeft: '2px solid',
      borderColor: 'accent',
      paddingLeft: { base: '4', lg: '6' },
    },
    '& dd': { textStyle: 'figure' },
    // If a value is a word, all values are smaller, because on a phone the word would break.
    '&[data-words] dd': { fontSize: { base: 'xl', md: '3xl' } },
    '& dt': { color: 'muted', fontSize: { base: 'sm', md: 'md' }, lineHeight: '1.4' },
  },
});

export interface Stat {
  /** The text of the figure: `42%`, `3.8x`, `Unlimited`. */
  value: string;
  label: string;
}

/** In characters; `$25-45` is the longest figure. Longer values are words. */
const figureLength = 6;

/** Figures in a row, in tabular numerals. */
export function StatBand({ items }: { items: readonly Stat[] }) {
  const hasWords = items.some(({ value }) => value.length > figureLength);
  return (
    <Figures
      data-words={hasWords ? '' : undefined}
      style={{ '--stats': items.length } as CSSProperties /* the types know no custom properties */}
    >
      {items.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Figures>
  );
}

const Bar = chakra('div', {
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
    <Bar>
      <p>
        <span>{label}</span>
        <span>{percent}% complete</span>
      </p>
      <div role="progressbar" aria-label={label} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
        <div style={{ width: `${percent}%` }} />
      </div>
    </Bar>
  );
}
