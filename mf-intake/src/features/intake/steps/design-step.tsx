import { intakeChoices } from 'kit/contracts/exotic-car-intake';
import { fieldsOf } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { fieldLabels, hints, uploadWords } from '../../../content/labels.ts';
import { ChoiceColumns } from '../../../sections/choice-columns.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import type { WizardValues } from '../wizard-values.ts';
import { LikedWebsites } from './liked-websites.tsx';

const { CheckboxGroupField, TextField } = fieldsOf<WizardValues>();

/** Step 5: logo and design. */
export function DesignStep() {
  return (
    <>
      <UploadField name="logo" label={uploadWords.logo} kind="images" />
      <TextField name="colorScheme" label={fieldLabels.colorScheme} description={hints.colorScheme} />
      <LikedWebsites />
      <ChoiceColumns>
        <CheckboxGroupField
          name="designStyle"
          label={fieldLabels.designStyle}
          options={optionsOf(intakeChoices.designStyle)}
        />
      </ChoiceColumns>
      <TextField name="customDesignStyle" label={fieldLabels.customDesignStyle} description={hints.customDesignStyle} />
    </>
  );
}
