import { intakeChoices } from 'kit/contracts/exotic-car-intake';
import { fieldsOf } from 'kit/forms';
import { choiceLabels, fieldLabels, hints } from '../../../content/labels.ts';
import { FieldGrid } from '../../../sections/field-grid.tsx';
import type { WizardValues } from '../wizard-values.ts';

const { SelectField, TextAreaField, TextField } = fieldsOf<WizardValues>();

const budgets = intakeChoices.budget.map((value) => ({ value, label: choiceLabels.budget[value] }));

/** Step 9: timeline and budget. */
export function TimelineStep() {
  return (
    <>
      <FieldGrid>
        <TextField name="launchDate" label={fieldLabels.launchDate} description={hints.launchDate} />
        <SelectField
          name="budget"
          label={fieldLabels.budget}
          description={hints.budget}
          options={budgets}
          placeholder="Choose a range"
          required
        />
      </FieldGrid>
      <TextAreaField name="additionalNotes" label={fieldLabels.additionalNotes} />
    </>
  );
}
