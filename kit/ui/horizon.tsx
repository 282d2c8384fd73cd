import { palette } from '../theme/palette.ts';

const { beacon, inkLine, inkRaised, paper, signal, slate } = palette;

/** A few houses in the dark, 300 wide, on the horizon at 530. */
const street = 'M8 530v-52l42-38 42 38v52zM146 530v-80h70v80z';

/** Where the streets begin: on both sides of what is lit, and beyond the frame. */
const streets = [-300, 0, 300, 900] as const;

/** From the back to the front: the ground, the beam and what it lights, the tower. */
const shapes: readonly (readonly [d: string, fill: string, part?: string])[] = [
  ['M-3000 530H4200V600H-3000Z', inkRaised],
  ['M1088 150 676 390V600H809L1092 160Z', beacon, 'beam'],
  ['M690 530V430H826V530Z', paper],
  ['M702 470H766V506H702Z', inkRaised],
  ['M682 420H834V450H682ZM780 480h32v50h-32z', signal],
  ['M1066 530 1074 176h32l8 354Z', inkLine],
  ['M1064 173h52v6h-52zM1072 142h36l-18-22Z', slate, 'lighthouse'],
  ['M1078 142h24v31h-24Z', beacon],
];

/**
 * The site's motif: a town at night, a low horizon, and a beam that picks one door out of many.
 * For dark grounds; decoration, so screen readers pass over it.
 */
export function Horizon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 1200 600" preserveAspectRatio="xMidYMax">
      <g data-part="field" fill={inkLine}>
        {streets.map((x) => (
          <path key={x} d={street} transform={`translate(${x})`} />
        ))}
      </g>
      {shapes.map(([d, fill, part]) => (
        <path key={d} d={d} fill={fill} data-part={part} />
      ))}
    </svg>
  );
}

/** The horizon alone, as a divider: a line with one lit point. Takes its colours from the ground it lies on. */
export function HorizonLine() {
  return (
    <svg aria-hidden="true" width="100%" height="13" style={{ display: 'block', overflow: 'visible' }}>
      <path d="M0 6.5h4000" stroke="var(--k-colors-control)" strokeWidth="1" />
      <circle cx="12%" cy="6.5" r="5" fill="var(--k-colors-accent)" stroke="var(--k-colors-fg)" strokeWidth="2" />
    </svg>
  );
}
