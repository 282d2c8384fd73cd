import { Hero, Picture, Section } from 'kit/ui';
import { fleetPicture, intakePage } from '../content/copy.ts';
import { IntakeWizard } from '../features/intake/intake-wizard.tsx';

/** `/exotics-intake` and `/services/exotic-car-intake`. */
export function IntakePage() {
  const { title, kicker, lead } = intakePage;
  return (
    <>
      <Hero title={title} kicker={kicker} lead={lead} art={<Picture {...fleetPicture} priority />} />
      <Section space="sm">
        <IntakeWizard />
      </Section>
    </>
  );
}
