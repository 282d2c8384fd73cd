import { chakra, Hero, Picture, Section } from 'kit/ui';
import { fleetPicture, intakePage } from '../content/copy.ts';
import { IntakeWizard } from '../features/intake/intake-wizard.tsx';

/** The picture is limited to the height of a phone in landscape, and is not printed. */
const Art = chakra('div', {
  base: {
    '@media (max-height: 30rem)': { '& img': { maxHeight: '70vh', width: 'auto' } },
    '@media print': { display: 'none' },
  },
});

/** `/exotics-intake` and `/services/exotic-car-intake`. */
export function IntakePage() {
  const { title, kicker, lead } = intakePage;
  return (
    <>
      <Hero
        title={title}
        kicker={kicker}
        lead={lead}
        art={
          <Art>
            <Picture {...fleetPicture} priority />
          </Art>
        }
      />
      <Section space="sm">
        <IntakeWizard />
      </Section>
    </>
  );
}
