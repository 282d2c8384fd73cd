import { createFormSender, useInquiry } from 'kit/api-client';
import { type SharedConsultation, sharedConsultationSchema } from 'kit/contracts/consultation';
import {
  type LeadForm as LeadFormValues,
  type LeadIndustry,
  leadFormSchema,
  type MotivatedSeller,
  motivatedSellerSchema,
  toLeadPayload,
} from 'kit/contracts/lead';
import { ConsentLine, Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { showToast } from 'kit/toast/store';
import { useMemo, useState } from 'react';
import { consultationThanks, formMessages } from '../content/form-messages.ts';
import { FormOutcome, useOutcome } from '../form-outcome.tsx';
import { KeepTyped } from '../keep-typed.tsx';

const LeadInput = fieldsOf<LeadFormValues>();
const SellerInput = fieldsOf<MotivatedSeller>();
const ConsultationInput = fieldsOf<SharedConsultation>();

interface LeadFormProps extends LeadFieldsProps {
  industry: LeadIndustry;
}

/** The lead form of the HVAC, junk removal and solar pages. It posts to `/api/leads` (docs/specification.md#3, #5, #8). */
export function LeadForm({ industry, ...fields }: LeadFormProps) {
  const schema = useMemo(() => leadFormSchema(industry), [industry]);
  const [send] = useState(createFormSender);

  const { outcome, ...handlers } = useOutcome(async (values: LeadFormValues, context) => {
    const receipt = await send('/api/leads', toLeadPayload(values), context);
    showToast({ tone: 'success', ...formMessages.success });
    return receipt;
  });

  return (
    <Form schema={schema} {...handlers} label={fields.submitLabel}>
      <KeepTyped form={industry} />
      <FormErrorSummary />
      <LeadInput.TextField name="name" label="Name" required autoComplete="name" />
      <LeadInput.TextField name="company" label="Company" required autoComplete="organization" />
      <LeadFields {...fields} />
      <FormOutcome outcome={outcome} />
      <ConsentLine />
    </Form>
  );
}

/**
 * The motivated-seller form of /real-estate: the lead form without a company, which stays in the browser
 * (docs/specification.md#5).
 */
export function SellerForm(fields: LeadFieldsProps) {
  const { deliver } = useInquiry('motivated-seller');
  const { outcome, ...handlers } = useOutcome(async (values: MotivatedSeller, context) => {
    await deliver(values, context);
    showToast({ tone: 'success', ...formMessages.success });
    return undefined;
  });

  return (
    <Form schema={motivatedSellerSchema} {...handlers} label={fields.submitLabel}>
      <KeepTyped form="seller" />
      <FormErrorSummary />
      <SellerInput.TextField name="name" label="Name" required autoComplete="name" />
      <LeadFields {...fields} />
      <FormOutcome outcome={outcome} />
      <ConsentLine />
    </Form>
  );
}

interface LeadFieldsProps {
  jobTypeLabel: string;
  jobTypes: Readonly<Record<string, string>>;
  submitLabel: string;
}

/** The fields that the lead form and the motivated-seller form share. */
function LeadFields({ jobTypeLabel, jobTypes, submitLabel }: LeadFieldsProps) {
  return (
    <>
      <SellerInput.TextField name="phone" label="Phone" type="tel" required />
      <SellerInput.TextField name="email" label="Email" type="email" required />
      <SellerInput.TextField
        name="location"
        label="Location"
        required
        autoComplete="address-level2"
        placeholder="City and state"
      />
      <SellerInput.SelectField
        name="jobType"
        label={jobTypeLabel}
        required
        placeholder="Choose one"
        options={optionsOf(jobTypes)}
      />
      <SubmitButton pendingLabel="Submitting..." wide>
        {submitLabel}
      </SubmitButton>
    </>
  );
}

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
      <ConsultationInput.TextField name="name" label="Name" required autoComplete="name" />
      <ConsultationInput.TextField name="company" label="Company" required autoComplete="organization" />
      <ConsultationInput.TextField name="email" label="Email" type="email" required />
      <ConsultationInput.TextField name="phone" label="Phone" type="tel" required />
      <ConsultationInput.TextAreaField name="message" label="Message" required />
      <SubmitButton pendingLabel="Submitting..." wide>
        {submitLabel}
      </SubmitButton>
      <FormOutcome outcome={outcome} />
      <ConsentLine />
    </Form>
  );
}
