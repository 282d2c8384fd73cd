import { intakeChoices } from 'kit/contracts/exotic-car-intake';
import { fieldsOf } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { fieldLabels } from '../../../content/labels.ts';
import { ChoiceColumns } from '../../../sections/choice-columns.tsx';
import type { WizardValues } from '../wizard-values.ts';

const { CheckboxGroupField } = fieldsOf<WizardValues>();

/** Step 4: the pages of the website. */
export function PagesStep() {
  return (
    <ChoiceColumns>
      <CheckboxGroupField name="pages" label={fieldLabels.pages} options={optionsOf(intakeChoices.pages)} />
    </ChoiceColumns>
  );
}
