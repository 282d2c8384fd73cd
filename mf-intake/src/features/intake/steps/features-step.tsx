import { intakeChoices } from 'kit/contracts/exotic-car-intake';
import { fieldsOf } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { fieldLabels, hints } from '../../../content/labels.ts';
import { ChoiceColumns } from '../../../sections/choice-columns.tsx';
import type { WizardValues } from '../wizard-values.ts';

const { CheckboxGroupField, TextField } = fieldsOf<WizardValues>();

/** Step 8: the website's features. */
export function FeaturesStep() {
  return (
    <>
      <ChoiceColumns>
        <CheckboxGroupField name="features" label={fieldLabels.features} options={optionsOf(intakeChoices.features)} />
      </ChoiceColumns>
      <TextField name="customFeature" label={fieldLabels.customFeature} description={hints.customFeature} />
    </>
  );
}
