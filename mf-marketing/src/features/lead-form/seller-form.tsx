import { useInquiry } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import { type MotivatedSeller, motivatedSellerSchema } from 'kit/contracts/motivated-seller';
import { ConsentLine, Form, FormErrorSummary, fieldsOf } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { formMessages } from '../../content/form-messages.ts';
import { showFailure } from '../../show-failure.ts';
import { LeadFields, type LeadFieldsProps } from './lead-fields.tsx';

const { TextField } = fieldsOf<MotivatedSeller>();

/** The motivated-seller form of /real-estate: the lead form without company, and local (docs/specification.md#5). */
export function SellerForm(fields: LeadFieldsProps) {
  const { deliver, isDelivered } = useInquiry('motivated-seller');

  async function handleSubmit(values: MotivatedSeller, context: FormContext) {
    await deliver(values, context);
    showToast({ tone: 'success', ...formMessages.success });
  }

  return (
    <Form schema={motivatedSellerSchema} onSubmit={handleSubmit} onFailure={showFailure} label={fields.submitLabel}>
      <FormErrorSummary />
      <TextField name="name" label="Name" required autoComplete="name" />
      <LeadFields {...fields} />
      {isDelivered && <ConsentLine />}
    </Form>
  );
}
