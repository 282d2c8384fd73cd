import { createFormSender, useInquiry } from 'kit/api-client';
import { type SharedConsultation, sharedConsultationSchema } from 'kit/contracts/industry-consultation';
import {
  type LeadForm as LeadFormValues,
  type LeadIndustry,
  leadFormSchema,
  type MotivatedSeller,
  motivatedSellerSchema,
  toLeadPayload,
} from 'kit/contracts/lead';
import { fieldsOf } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { useMemo, useState } from 'react';
import { consultationThanks, formThanks } from '../content/form-messages.ts';
import { OutcomeForm, RequiredNote } from '../form-outcome.tsx';

const LeadInput = fieldsOf<LeadFormValues>();
const SellerInput = fieldsOf<MotivatedSeller>();
const ConsultationInput = fieldsOf<SharedConsultation>();

interface SellerFormProps extends LeadFieldsProps {
  submitLabel: string;
}

/** The lead form of the HVAC, junk removal and solar pages. It posts to `/api/leads` (docs/specification.md#3, #5, #8). */
export function LeadForm({ industry, submitLabel, ...fields }: SellerFormProps & { industry: LeadIndustry }) {
  const schema = useMemo(() => leadFormSchema(industry), [industry]);
  const [send] = useState(createFormSender);
  return (
    <OutcomeForm
      schema={schema}
      keptAs={industry}
      submitLabel={submitLabel}
      deliver={(values: LeadFormValues, context) => send('/api/leads', toLeadPayload(values), context)}
      thanksFor={() => formThanks}
    >
      <RequiredNote />
      <LeadInput.TextField name="name" label="Name" required autoComplete="name" />
      <LeadInput.TextField name="company" label="Company" required autoComplete="organization" />
      <LeadFields {...fields} />
    </OutcomeForm>
  );
}

/**
 * The motivated-seller form of /real-estate: the lead form without a company, which stays in the browser unless `deliverLocalForms` is set
 * (docs/specification.md#5).
 */
export function SellerForm({ submitLabel, ...fields }: SellerFormProps) {
  const { deliver } = useInquiry('motivated-seller');
  return (
    <OutcomeForm
      schema={motivatedSellerSchema}
      keptAs="seller"
      submitLabel={submitLabel}
      deliver={(values: MotivatedSeller, context) => deliver(values, context)}
      thanksFor={() => formThanks}
    >
      <RequiredNote />
      <SellerInput.TextField name="name" label="Name" required autoComplete="name" />
      <LeadFields {...fields} />
    </OutcomeForm>
  );
}

interface LeadFieldsProps {
  jobTypeLabel: string;
  jobTypes: Readonly<Record<string, string>>;
}

/** The fields that the lead form and the motivated-seller form share. */
function LeadFields({ jobTypeLabel, jobTypes }: LeadFieldsProps) {
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
    </>
  );
}

interface IndustryConsultationFormProps {
  /** The name in "your ... lead needs". */
  industryName: string;
  submitLabel: string;
}

/** The consultation form of several industry pages, which stays in the browser unless `deliverLocalForms` is set (docs/specification.md#5). */
export function IndustryConsultationForm({ industryName, submitLabel }: IndustryConsultationFormProps) {
  const { deliver } = useInquiry('industry-consultation');
  return (
    <OutcomeForm
      schema={sharedConsultationSchema}
      keptAs={industryName}
      submitLabel={submitLabel}
      deliver={(fields: SharedConsultation, context) => deliver(fields, context, industryName)}
      thanksFor={() => consultationThanks(industryName)}
    >
      <RequiredNote />
      <ConsultationInput.TextField name="name" label="Name" required autoComplete="name" />
      <ConsultationInput.TextField name="company" label="Company" required autoComplete="organization" />
      <ConsultationInput.TextField name="email" label="Email" type="email" required />
      <ConsultationInput.TextField name="phone" label="Phone" type="tel" required />
      <ConsultationInput.TextAreaField name="message" label="Message" required />
    </OutcomeForm>
  );
}
