import { chakra, palette } from 'kit/ui';

const Drawing = chakra('svg', { base: { width: '100%', height: 'auto', display: 'block' } });

/** The bars' heights, as fractions of the beam's width at their position. */
const sentence = [
  0.3, 0.62, 0.44, 0.86, 0.58, 0.94, 0.36, 0.7, 0.9, 0.5, 0.8, 0.96, 0.42, 0.66, 0.88, 0.54, 0.76, 0.34,
] as const;

/** A decorative beam with the sound bars of a voice. */
export function VoiceBeam() {
  return (
    <Drawing viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      <path d="M0 268h480" stroke={palette.slate} strokeWidth="1.5" />
      <path
        d="M0 284h480M0 304h480"
        stroke={palette.inkLine}
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="0 18"
      />
      <path d="M52 132 468 32v216L52 140Z" fill={palette.beacon} opacity="0.12" />
      {sentence.map((part, index) => {
        const x = 92 + index * 21;
        const half = ((x - 52) / 416) * 104 * part + 4;
        return (
          <path
            key={x}
            d={`M${x} ${136 - half}V${136 + half}`}
            stroke={palette.beacon}
            strokeWidth="7"
            strokeLinecap="round"
            opacity={0.4 + part * 0.6}
          />
        );
      })}
      <path d="M38 268 44 160h16l6 108Z" fill={palette.inkRaised} stroke={palette.slate} strokeWidth="1.5" />
      <circle cx="52" cy="136" r="15" fill={palette.beacon} />
      <circle cx="52" cy="136" r="25" fill="none" stroke={palette.beacon} strokeWidth="2" />
    </Drawing>
  );
}
