import { createFormSender } from 'kit/api-client';
import { type LeadForm as LeadFormValues, type LeadIndustry, leadFormSchema, toLeadPayload } from 'kit/contracts/lead';
import { ConsentLine, Form, FormErrorSummary, fieldsOf } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { useMemo, useState } from 'react';
import { formMessages } from '../../content/form-messages.ts';
import { FormOutcome, useOutcome } from '../../form-outcome.tsx';
import { KeepTyped } from '../../keep-typed.tsx';
import { LeadFields, type LeadFieldsProps } from './lead-fields.tsx';

const { TextField } = fieldsOf<LeadFormValues>();

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
      <TextField name="name" label="Name" required autoComplete="name" />
      <TextField name="company" label="Company" required autoComplete="organization" />
      <LeadFields {...fields} />
      <FormOutcome outcome={outcome} />
      <ConsentLine />
    </Form>
  );
}
