import type { FormContext } from 'kit/contracts/form-context';
import { type LeadForm as LeadFields, type LeadIndustry, leadFormSchema, toLeadPayload } from 'kit/contracts/lead';
import { Form, FormErrorSummary, SelectField, SubmitButton, TextField } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { useMemo } from 'react';
import { formMessages } from '../../content/form-messages.ts';
import { optionsOf } from '../../content/options.ts';
import { showFailure } from '../../delivery/show-failure.ts';
import { useFormSender } from '../../delivery/use-form-sender.ts';

interface LeadFormProps {
  industry: LeadIndustry;
  /** What the page calls its job types, and each of them. */
  jobTypeLabel: string;
  jobTypes: Readonly<Record<string, string>>;
  submitLabel: string;
}

/** The lead form of the HVAC, junk removal and solar pages: posts to `/api/leads` (specification, sections 3, 5, 8). */
export function LeadForm({ industry, jobTypeLabel, jobTypes, submitLabel }: LeadFormProps) {
  const schema = useMemo(() => leadFormSchema(industry), [industry]);
  const send = useFormSender();

  async function handleSubmit(fields: LeadFields, context: FormContext) {
    await send('/api/leads', toLeadPayload(fields), context);
    showToast({ tone: 'success', ...formMessages.success });
  }

  return (
    <Form schema={schema} onSubmit={handleSubmit} onFailure={showFailure} label={submitLabel}>
      <FormErrorSummary />
      <TextField name="name" label="Name" required autoComplete="name" />
      <TextField name="company" label="Company" required autoComplete="organization" />
      <TextField name="phone" label="Phone" type="tel" required />
      <TextField name="email" label="Email" type="email" required />
      <TextField name="location" label="Location" required autoComplete="address-level2" placeholder="City and state" />
      <SelectField
        name="jobType"
        label={jobTypeLabel}
        required
        placeholder="Choose one"
        options={optionsOf(jobTypes)}
      />
      <SubmitButton pendingLabel="Submitting..." wide>
        {submitLabel}
      </SubmitButton>
    </Form>
  );
}
