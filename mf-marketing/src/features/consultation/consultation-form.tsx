import { useInquiry } from 'kit/api-client';
import { type Consultation, consultationSchema } from 'kit/contracts/consultation';
import { ConsentLine, Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { showToast } from 'kit/toast/store';
import { Grid } from 'kit/ui';
import { consultationBudgetLabels, consultationIndustryLabels } from '../../content/consultation.ts';
import { consultationThanks, formMessages } from '../../content/form-messages.ts';
import { FormOutcome, useOutcome } from '../../form-outcome.tsx';
import { KeepTyped } from '../../keep-typed.tsx';

const { SelectField, TextAreaField, TextField } = fieldsOf<Consultation>();

/** The site's consultation form (docs/specification.md#3, #4, #5). It validates and logs to the visitor's own console. */
export function ConsultationForm({ submitLabel }: { submitLabel: string }) {
  const { deliver } = useInquiry('consultation');
  const { outcome, ...handlers } = useOutcome(async (request: Consultation, context) => {
    await deliver(request, context);
    // docs/specification.md#4: the data is only logged.
    console.log('Consultation request', request);
    showToast({
      tone: 'success',
      title: formMessages.consultationTitle,
      description: consultationThanks(consultationIndustryLabels[request.industry]),
    });
    return undefined;
  });

  return (
    <Form schema={consultationSchema} {...handlers} label={submitLabel}>
      <KeepTyped form="consultation" />
      <FormErrorSummary />
      <Grid gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="6">
        <TextField name="name" label="Name" required autoComplete="name" />
        <TextField name="company" label="Company" required autoComplete="organization" />
        <TextField name="email" label="Email" type="email" required />
        <TextField name="phone" label="Phone" type="tel" required />
      </Grid>
      <TextField name="website" label="Website (optional)" autoComplete="url" inputMode="url" />
      <Grid gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="6">
        <SelectField
          name="industry"
          label="Industry"
          required
          placeholder="Choose one"
          options={optionsOf(consultationIndustryLabels)}
        />
        <SelectField
          name="budget"
          label="Budget"
          required
          placeholder="Choose one"
          options={optionsOf(consultationBudgetLabels)}
        />
      </Grid>
      <TextAreaField name="message" label="Message" required />
      <SubmitButton pendingLabel="Submitting..." wide>
        {submitLabel}
      </SubmitButton>
      <FormOutcome outcome={outcome} />
      <ConsentLine />
    </Form>
  );
}
