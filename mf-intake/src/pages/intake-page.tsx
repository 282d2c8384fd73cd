import { Hero, Section } from 'kit/ui';
import { intakePage } from '../content/copy.ts';
import { IntakeWizard } from '../features/intake/intake-wizard.tsx';

export function IntakePage() {
  const { title, kicker, lead } = intakePage;
  return (
    <>
      <Hero layout="plain" title={title} kicker={kicker} lead={lead} />
      <Section space="sm">
        <IntakeWizard />
      </Section>
    </>
  );
}
