import type { MotivatedSeller } from 'kit/contracts/motivated-seller';
import { fieldsOf, SubmitButton } from 'kit/forms';
import { optionsOf } from 'kit/options-of';

const { SelectField, TextField } = fieldsOf<MotivatedSeller>();

export interface LeadFieldsProps {
  jobTypeLabel: string;
  jobTypes: Readonly<Record<string, string>>;
  submitLabel: string;
}

/** The fields that the lead form and the motivated-seller form share. */
export function LeadFields({ jobTypeLabel, jobTypes, submitLabel }: LeadFieldsProps) {
  return (
    <>
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
    </>
  );
}
