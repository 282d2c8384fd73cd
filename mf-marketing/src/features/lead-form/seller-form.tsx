import type { FormContext } from 'kit/contracts/form-context';
import { type MotivatedSeller, motivatedSellerSchema } from 'kit/contracts/motivated-seller';
import { Form, FormErrorSummary, SelectField, SubmitButton, TextField } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { formMessages } from '../../content/form-messages.ts';
import { optionsOf } from '../../content/options.ts';
import { showFailure } from '../../delivery/show-failure.ts';
import { useInquiry } from '../../delivery/use-inquiry.ts';

interface SellerFormProps {
  jobTypeLabel: string;
  jobTypes: Readonly<Record<string, string>>;
  submitLabel: string;
}

/** The motivated-seller form of /real-estate: the lead form without company, and local (specification, section 5). */
export function SellerForm({ jobTypeLabel, jobTypes, submitLabel }: SellerFormProps) {
  const { deliver } = useInquiry('motivated-seller');

  async function handleSubmit(fields: MotivatedSeller, context: FormContext) {
    await deliver(fields, context);
    showToast({ tone: 'success', ...formMessages.success });
  }

  return (
    <Form schema={motivatedSellerSchema} onSubmit={handleSubmit} onFailure={showFailure} label={submitLabel}>
      <FormErrorSummary />
      <TextField name="name" label="Name" required autoComplete="name" />
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
