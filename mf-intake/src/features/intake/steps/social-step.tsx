import { fieldsOf } from 'kit/forms';
import { fieldLabels, hints } from '../../../content/labels.ts';
import { FieldGrid } from '../../../sections/field-grid.tsx';
import type { WizardValues } from '../wizard-values.ts';

const { TextField } = fieldsOf<WizardValues>();

/** Step 2: the business's current social media and websites. */
export function SocialStep() {
  return (
    <>
      <FieldGrid>
        <TextField name="instagram" label={fieldLabels.instagram} />
        <TextField name="tiktok" label={fieldLabels.tiktok} />
        <TextField name="youtube" label={fieldLabels.youtube} />
        <TextField name="facebook" label={fieldLabels.facebook} />
      </FieldGrid>
      <TextField name="other" label={fieldLabels.other} description={hints.other} />
    </>
  );
}
