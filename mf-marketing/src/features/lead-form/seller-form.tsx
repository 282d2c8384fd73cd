import { useInquiry } from 'kit/api-client';
import { type MotivatedSeller, motivatedSellerSchema } from 'kit/contracts/motivated-seller';
import { ConsentLine, Form, FormErrorSummary, fieldsOf } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { formMessages } from '../../content/form-messages.ts';
import { FormOutcome, useOutcome } from '../../form-outcome.tsx';
import { KeepTyped } from '../../keep-typed.tsx';
import { LeadFields, type LeadFieldsProps } from './lead-fields.tsx';

const { TextField } = fieldsOf<MotivatedSeller>();

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
      <TextField name="name" label="Name" required autoComplete="name" />
      <LeadFields {...fields} />
      <FormOutcome outcome={outcome} />
      <ConsentLine />
    </Form>
  );
}
