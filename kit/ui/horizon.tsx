import { useId } from 'react';
import { palette } from '../theme/palette.ts';

/** Rows of the field below the horizon: nearer rows are lower, wider apart and heavier. */
const rows = [
  { y: 206, gap: 26, weight: 2.4 },
  { y: 224, gap: 34, weight: 3 },
  { y: 248, gap: 44, weight: 3.8 },
  { y: 278, gap: 58, weight: 4.8 },
] as const;

const beam = 'M1026 150 560 236 686 288Z';

interface HorizonProps {
  /** Part of the picture that must stay visible when it is cut: `xMaxYMax slice` unless given. */
  preserveAspectRatio?: string | undefined;
}

/**
 * The site's motif: a field at night, a low horizon, and a beam that picks one point out of many.
 * For dark grounds; decoration, so screen readers pass over it.
 */
export function Horizon({ preserveAspectRatio = 'xMaxYMax slice' }: HorizonProps) {
  const beamId = useId();
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 1200 300"
      preserveAspectRatio={preserveAspectRatio}
      fill="none"
    >
      <clipPath id={beamId}>
        <path d={beam} />
      </clipPath>
      <path d="M0 190H1200" stroke={palette.inkLine} strokeWidth="1.5" />
      <FieldRows color={palette.inkLine} />
      <path d={beam} fill={palette.beacon} opacity="0.2" />
      <g clipPath={`url(#${beamId})`}>
        <FieldRows color={palette.beacon} />
      </g>
      <path d="M1018 190V156h16v34M1010 190h32" stroke={palette.paper} strokeWidth="2" />
      <circle cx="1026" cy="148" r="7" fill={palette.beacon} />
      <circle cx="626" cy="250" r="9" fill={palette.beacon} />
      <circle cx="626" cy="250" r="19" stroke={palette.beacon} strokeWidth="2" />
    </svg>
  );
}

/** A dotted line is one path of round dashes: a whole field in four elements. */
function FieldRows({ color }: { color: string }) {
  return rows.map(({ y, gap, weight }) => (
    <path
      key={y}
      d={`M${gap / 2} ${y}H1200`}
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
