import { useInquiry } from 'kit/api-client';
import { type SharedConsultation, sharedConsultationSchema } from 'kit/contracts/consultation';
import { ConsentLine, Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { consultationThanks, formMessages } from '../../content/form-messages.ts';
import { FormOutcome, useOutcome } from '../../form-outcome.tsx';
import { KeepTyped } from '../../keep-typed.tsx';

const { TextAreaField, TextField } = fieldsOf<SharedConsultation>();

interface IndustryConsultationFormProps {
  /** The name in "your ... lead needs". */
  industryName: string;
  submitLabel: string;
}

/** The consultation form of several industry pages, which stays in the browser (docs/specification.md#5). */
export function IndustryConsultationForm({ industryName, submitLabel }: IndustryConsultationFormProps) {
  const { deliver } = useInquiry('industry-consultation');
  const { outcome, ...handlers } = useOutcome(async (fields: SharedConsultation, context) => {
    await deliver(fields, context, industryName);
    showToast({
      tone: 'success',
      title: formMessages.consultationTitle,
      description: consultationThanks(industryName),
    });
    return undefined;
  });

  return (
    <Form schema={sharedConsultationSchema} {...handlers} label={submitLabel}>
      <KeepTyped form={industryName} />
      <FormErrorSummary />
      <TextField name="name" label="Name" required autoComplete="name" />
      <TextField name="company" label="Company" required autoComplete="organization" />
      <TextField name="email" label="Email" type="email" required />
      <TextField name="phone" label="Phone" type="tel" required />
      <TextAreaField name="message" label="Message" required />
      <SubmitButton pendingLabel="Submitting..." wide>
        {submitLabel}
      </SubmitButton>
      <FormOutcome outcome={outcome} />
      <ConsentLine />
    </Form>
  );
}
