import { createFormSender } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import { type LeadForm as LeadFormValues, type LeadIndustry, leadFormSchema, toLeadPayload } from 'kit/contracts/lead';
import { ConsentLine, Form, FormErrorSummary, fieldsOf } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { useMemo, useState } from 'react';
import { formMessages } from '../../content/form-messages.ts';
import { showFailure } from '../../show-failure.ts';
import { LeadFields, type LeadFieldsProps } from './lead-fields.tsx';

const { TextField } = fieldsOf<LeadFormValues>();

interface LeadFormProps extends LeadFieldsProps {
  industry: LeadIndustry;
}

/** The lead form of the HVAC, junk removal and solar pages: posts to `/api/leads` (docs/specification.md#3, #5, #8). */
export function LeadForm({ industry, ...fields }: LeadFormProps) {
  const schema = useMemo(() => leadFormSchema(industry), [industry]);
  const [send] = useState(createFormSender);

  async function handleSubmit(values: LeadFormValues, context: FormContext) {
    await send('/api/leads', toLeadPayload(values), context);
    showToast({ tone: 'success', ...formMessages.success });
  }

  return (
    <Form schema={schema} onSubmit={handleSubmit} onFailure={showFailure} label={fields.submitLabel}>
      <FormErrorSummary />
      <TextField name="name" label="Name" required autoComplete="name" />
      <TextField name="company" label="Company" required autoComplete="organization" />
      <LeadFields {...fields} />
      <ConsentLine />
    </Form>
  );
}
