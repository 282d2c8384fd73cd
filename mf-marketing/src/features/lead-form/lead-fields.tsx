import type { MotivatedSeller } from 'kit/contracts/motivated-seller';
import { fieldsOf, SubmitButton } from 'kit/forms';
import { optionsOf } from 'kit/options-of';

const { SelectField, TextField } = fieldsOf<MotivatedSeller>();

export interface LeadFieldsProps {
  /** What the page calls its job types, and each of them. */
  jobTypeLabel: string;
  jobTypes: Readonly<Record<string, string>>;
  submitLabel: string;
}

/** What the lead form and the motivated-seller form ask alike: how to reach, where, what. */
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
