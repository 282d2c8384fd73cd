import type { FeedbackForm } from 'kit/contracts/feedback';
import { satisfaction } from 'kit/contracts/feedback';
import { ConsentLine, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import {
  budgetLabels,
  businessTypeLabels,
  expectedVolumeLabels,
  feedbackContent,
  timelineLabels,
} from '../../content/feedback.ts';
import { StarField } from './star-field.tsx';

const { CheckboxField, SelectField, TextAreaField, TextField } = fieldsOf<FeedbackForm>();

export function QuoteFields() {
  const { fields, choose, submit, pending } = feedbackContent;
  return (
    <>
      <FormErrorSummary />
      <TextField name="clientName" label={fields.clientName} autoComplete="name" required />
      <TextField name="clientEmail" label={fields.clientEmail} type="email" required />
      <TextField name="businessName" label={fields.businessName} autoComplete="organization" required />
      <StarField
        name="agentSatisfaction"
        label={fields.agentSatisfaction}
        min={satisfaction.min}
        max={satisfaction.max}
      />
      <TextAreaField name="feedbackText" label={fields.feedbackText} rows={3} />
      <CheckboxField name="wantsQuote" label={fields.wantsQuote} />
      <SelectField
        name="businessType"
        label={fields.businessType}
        options={optionsOf(businessTypeLabels)}
        placeholder={choose}
      />
      <SelectField
        name="expectedVolume"
        label={fields.expectedVolume}
        options={optionsOf(expectedVolumeLabels)}
        placeholder={choose}
      />
      <TextAreaField name="specialRequirements" label={fields.specialRequirements} rows={3} />
      <SelectField name="budget" label={fields.budget} options={optionsOf(budgetLabels)} placeholder={choose} />
      <SelectField name="timeline" label={fields.timeline} options={optionsOf(timelineLabels)} placeholder={choose} />
      <SubmitButton pendingLabel={pending} size="lg" wide>
        {submit}
      </SubmitButton>
      <ConsentLine />
    </>
  );
}
