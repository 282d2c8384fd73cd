import { useId } from 'react';
import { palette } from '../theme/palette.ts';

/** Rows of the field below the horizon: nearer rows lie lower, wider apart and heavier. */
const rows = [
  { y: 474, gap: 20, weight: 1.8 },
  { y: 490, gap: 26, weight: 2.4 },
  { y: 511, gap: 34, weight: 3.2 },
  { y: 539, gap: 44, weight: 4.2 },
  { y: 575, gap: 57, weight: 5.4 },
] as const;

const beam = 'M1057 150 566 516 694 562 1063 156Z';
const core = 'M1057 150 598 527 668 553 1063 156Z';
const target = { x: 632, y: 539 };

/**
 * The site's motif: a field at night, a low horizon, and a beam that picks one point out of many.
 * For dark grounds; decoration, so screen readers pass over it.
 */
export function Horizon() {
  const beamId = useId();
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 1200 600" preserveAspectRatio="xMidYMax">
      <clipPath id={beamId}>
        <path d={beam} />
      </clipPath>
      <path d="M-3000 460H4200" stroke={palette.slate} strokeWidth="1.5" />
      <g data-part="field">
        <FieldRows color={palette.inkLine} />
      </g>
      <path data-part="beam" d={beam} fill={palette.beacon} opacity="0.14" />
      <path d={core} fill={palette.beacon} opacity="0.16" />
      <g clipPath={`url(#${beamId})`}>
        <FieldRows color={palette.beacon} />
      </g>
      <circle cx={target.x} cy={target.y} r="10" fill={palette.beacon} />
      <circle cx={target.x} cy={target.y} r="24" fill="none" stroke={palette.beacon} strokeWidth="2" />
      <path d="M1044 460 1050 176h20l6 284Z" fill={palette.inkRaised} stroke={palette.slate} strokeWidth="1.5" />
      <path
        data-part="lighthouse"
        d="M1040 176h40M1048 142h24l-12-12Z"
        stroke={palette.slate}
        strokeWidth="1.5"
        fill={palette.inkRaised}
      />
      <path d="M1051 142h18v34h-18Z" fill={palette.beacon} />
    </svg>
  );
}

/** A dotted line is one path of round dashes: a whole field in five elements. */
function FieldRows({ color }: { color: string }) {
  return rows.map(({ y, gap, weight }) => (
    <path
      key={y}
      d={`M${target.x - gap * 150} ${y}H4200`}
      fill="none"
      stroke={color}
      strokeWidth={weight}
      strokeLinecap="round"
      strokeDasharray={`0 ${gap}`}
    />
  ));
}

/** The horizon alone, as a divider: a line with one lit point. Takes its colours from the ground it lies on. */
export function HorizonLine() {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width="100%"
      height="13"
      style={{ display: 'block', overflow: 'visible' }}
    >
      <path d="M0 6.5h4000" stroke="var(--k-colors-control)" strokeWidth="1" />
      <circle cx="12%" cy="6.5" r="5" fill="var(--k-colors-accent)" stroke="var(--k-colors-fg)" strokeWidth="2" />
    </svg>
  );
}
