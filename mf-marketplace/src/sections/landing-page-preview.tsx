import { palette } from 'kit/ui';
import type { LandingPage } from '../content/industry.ts';

const { ink, paper, fog, mist, stone, beacon, signal, moss } = palette;

const scenes = {
  roof: (
    <>
      <path d="M236 150v-34l58-40 58 40v34z" fill={paper} stroke={ink} strokeWidth="2" />
      <path d="M222 122 294 70l72 52" fill="none" stroke={ink} strokeWidth="6" />
      <path d="m306 82 16 11-5 9 18 12" fill="none" stroke={beacon} strokeWidth="4" />
      <path d="M250 40h92M262 52h92" stroke={ink} strokeWidth="2" strokeDasharray="3 13" />
    </>
  ),
  air: (
    <>
      <path d="M230 150V84h128v66z" fill={paper} stroke={ink} strokeWidth="2" />
      <circle cx="294" cy="117" r="24" fill="none" stroke={ink} strokeWidth="2" />
      <path d="M294 117c0-14 10-20 18-16-2 10-8 16-18 16s-20 4-18 14c10 4 18-4 18-14Z" fill={moss} />
      <path
        d="M246 70c0-10 10-10 10-20M289 70c0-10 10-10 10-20M332 70c0-10 10-10 10-20"
        fill="none"
        stroke={beacon}
        strokeWidth="3"
      />
    </>
  ),
  panels: (
    <>
      <circle cx="338" cy="58" r="18" fill={beacon} />
      <path d="m222 146 26-56h118l-26 56z" fill={ink} stroke={ink} strokeWidth="2" />
      <path d="m261 90-26 56M301 90l-26 56M341 90l-26 56M239 109h118M230 128h118" stroke={paper} strokeWidth="1.5" />
    </>
  ),
} as const satisfies Record<LandingPage['scene'], unknown>;

interface LandingPagePreviewProps {
  scene: LandingPage['scene'];
  label: string;
}

/** A drawn landing page in a browser's frame: a headline, a form with one button, and the trade it sells. */
export function LandingPagePreview({ scene, label }: LandingPagePreviewProps) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 400 190" width="100%">
      <path d="M0 0h400v190H0z" fill={fog} />
      <path d="M0 0h400v20H0z" fill={ink} />
      <circle cx="14" cy="10" r="3" fill={beacon} />
      <path d="M28 10h120" stroke={stone} strokeWidth="5" />
      <path d="M24 48h130M24 64h96" stroke={ink} strokeWidth="9" />
      <path d="M24 84h150M24 150.5h352" stroke={mist} strokeWidth="3" />
      <path d="M24 98h112v14H24zM24 118h112v14H24z" fill={paper} stroke={mist} strokeWidth="1.5" />
      <path d="M142 98h34v34h-34z" fill={signal} />
      {scenes[scene]}
    </svg>
  );
}
