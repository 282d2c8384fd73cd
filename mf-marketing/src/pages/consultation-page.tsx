import { Steps } from 'kit/blocks';
import { Hero, Section } from 'kit/ui';
import { consultationPage } from '../content/consultation.ts';
import { ConsultationForm } from '../features/consultation/consultation-form.tsx';
import { FormBand } from '../sections/form-band.tsx';

/** /consultation: heading, request form, "What to Expect" (docs/specification.md#2). */
export function ConsultationPage() {
  const { title, lead, form, expect } = consultationPage;
  return (
    <>
      <Hero layout="plain" title={title} lead={lead} />
      <FormBand id="consultation" title={form.title} lead={form.lead} points={form.points}>
        <ConsultationForm submitLabel={form.submitLabel} />
      </FormBand>
      <Section title={expect.title}>
        <Steps items={expect.steps} />
      </Section>
    </>
  );
}
