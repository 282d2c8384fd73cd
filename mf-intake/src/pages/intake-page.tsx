import { lateForm } from 'kit/late-form';
import { Hero, Picture, Section } from 'kit/ui';
import { fleetPicture, intakePage } from '../content/copy.ts';
import { hasDraft } from '../features/intake/draft/has-draft.ts';

const IntakeWizard = lateForm(
  async () => (await import(/* webpackChunkName: "form-intake" */ '../features/intake/intake-wizard.tsx')).IntakeWizard,
  hasDraft,
);

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
IntakePage.lateForms = [IntakeWizard];
