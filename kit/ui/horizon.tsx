import { chakra } from '@chakra-ui/react';
import { Picture } from './picture.tsx';

/** The part of the street that lies in the light when the beam rests, as the drawing has it (`scenes/home.ts`). */
const resting = 'polygon(61.6% 0, .6% 100%, 40.1% 100%, 61.6% 4.4%)';

const Street = chakra('div', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    // In pixels: larger text would push the tower out of a phone.
    height: { base: 'max(240px, 42vw)', lg: '100%' },
    // The ground goes on where the street ends, on the widest windows.
    background: 'linear-gradient(0deg, #132335 4.44rem, transparent 4.44rem)',
    '& > div': {
      position: 'absolute',
      bottom: '0',
      left: '50%',
      // The roofs, three eighths of it, stay within the 15rem that the hero keeps free below its words.
      height: { base: '100%', lg: 'min(38rem, 48vw)' },
      aspectRatio: '3',
      transform: { base: 'translateX(-60%)', lg: 'translateX(-52%)' },
    },
    '& img': { width: '100%', height: '100%' },
    '& [data-part=beam]': {
      position: 'absolute',
      inset: '30% 0 0 38.15%',
      clipPath: resting,
      // One sweep along the street, from the far end of it to the one door.
      '@media (prefers-reduced-motion: no-preference)': { animation: 'sweep 1.6s cubic-bezier(.3, 0, .2, 1)' },
    },
  },
});

const folder = '/attached_assets/home';

/**
 * The site's motif: a street at night, and the beam that finds one house of many. The host has both pictures. For dark
 * grounds; decoration, so screen readers pass over it.
 */
export function Horizon() {
  return (
    <Street>
      <div>
        <Picture src={`${folder}/night.svg`} alt="" width={2700} height={900} priority />
        <div data-part="beam">
          <Picture src={`${folder}/light.svg`} alt="" width={1670} height={630} priority />
        </div>
      </div>
    </Street>
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
