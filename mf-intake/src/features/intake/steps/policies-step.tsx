import { fieldsOf } from 'kit/forms';
import { fieldLabels, hints } from '../../../content/labels.ts';
import type { WizardValues } from '../wizard-values.ts';

const { TextAreaField } = fieldsOf<WizardValues>();

/** Step 7: the rental policies. */
export function PoliciesStep() {
  return (
    <>
      <TextAreaField name="termsConditions" label={fieldLabels.termsConditions} />
      <TextAreaField name="refundPolicy" label={fieldLabels.refundPolicy} />
      <TextAreaField
        name="renterRequirements"
        label={fieldLabels.renterRequirements}
        description={hints.renterRequirements}
      />
    </>
  );
}
