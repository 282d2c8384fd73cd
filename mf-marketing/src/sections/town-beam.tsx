import { chakra, Picture } from 'kit/ui';

/** The part of the street that lies in the light when the beam rests, as the drawing has it (`scenes/home.ts`). */
const resting = 'polygon(61.6% 0, .6% 100%, 40.1% 100%, 61.6% 4.4%)';

const Town = chakra('div', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    height: { base: 'max(15rem, 42vw)', lg: '100%' },
    // The ground goes on where the street ends, on the widest windows.
    background: 'linear-gradient(transparent 88.3%, #132335 88.3%)',
    '& > div': {
      position: 'absolute',
      bottom: '0',
      left: '50%',
      height: { base: '100%', lg: 'min(100%, 56vw)' },
      aspectRatio: '3',
      transform: { base: 'translateX(-60%)', lg: 'translateX(-52%)' },
    },
    '& img': { width: '100%', height: '100%' },
    '& [data-part=beam]': {
      position: 'absolute',
      inset: '30% 0 0 38.15%',
      clipPath: resting,
      // One sweep along the street, from the far end of it to the one door.
      '@media (prefers-reduced-motion: no-preference)': { animation: 'beam 1.6s cubic-bezier(.3, 0, .2, 1)' },
    },
  },
});

const folder = '/attached_assets/home';

/** The first picture of the site: a street at night, and the beam that finds one house. Decoration. */
export function TownBeam() {
  return (
    <Town>
      <div>
        <Picture src={`${folder}/night.svg`} alt="" width={2700} height={900} priority />
        <div data-part="beam">
          <Picture src={`${folder}/light.svg`} alt="" width={1670} height={630} priority />
        </div>
      </div>
    </Town>
  );
}
