import { palette } from '../theme/palette.ts';

const { beacon, beaconBright, inkLine, inkRaised, moss, paper, signal, slate } = palette;

/** A few houses in the dark, 300 wide, on the horizon at 530; their windows are holes. */
const street =
  'M8 530v-52l42-38 42 38v52zM42 490h16v16H42zM104 530q14-96 28 0zM146 530v-80h70v80zM158 460h14v14h-14zM190 460h14v14h-14zM158 490h14v14h-14zM190 490h14v14h-14zM228 530v-44l33-32 33 32v44z';

/** Where the streets begin: on both sides of what is lit, and beyond the frame. */
const streets = [-300, 0, 300, 850, 1150] as const;

/**
 * The site's motif: a town at night, a low horizon, and a beam that picks one door out of many.
 * For dark grounds; decoration, so screen readers pass over it.
 */
export function Horizon() {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 1200 600" preserveAspectRatio="xMidYMax">
      <g data-part="field" fill={inkLine} fillRule="evenodd">
        {streets.map((x) => (
          <path key={x} d={street} transform={`translate(${x})`} />
        ))}
      </g>
      <path d="M-3000 530H4200V600H-3000Z" fill={inkRaised} />
      <path data-part="beam" d="M1088 150 676 390V530H854L1092 160Z" fill={beacon} />
      <path d="M676 530H854L809 600H676Z" fill={beaconBright} />
      <path d="M690 530V430H826V530Z" fill={paper} />
      <path d="M682 420H834V432H682ZM702 470H766V506H702Z" fill={inkRaised} />
      <path d="M690 446h27v20h-27zM744 446h27v20h-27zM798 446h27v20h-27zM780 480h32v50h-32z" fill={signal} />
      <path d="M842 530v-20a16 28 0 1 1 4 0v20z" fill={moss} />
      <path d="M1066 530 1074 176h32l8 354Z" fill={inkLine} />
      <path data-part="lighthouse" d="M1064 173h52v6h-52zM1072 142h36l-18-22Z" fill={slate} />
      <path d="M1078 142h24v31h-24Z" fill={beacon} />
    </svg>
  );
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
