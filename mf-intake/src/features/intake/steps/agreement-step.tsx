import { fieldsOf, useWatch } from 'kit/forms';
import { fieldLabels, uploadWords, yesOrNo } from '../../../content/labels.ts';
import { UploadField } from '../uploads/upload-field.tsx';
import type { WizardValues } from '../wizard-values.ts';

const { CheckboxField, RadioGroupField } = fieldsOf<WizardValues>();

/** Step 6: the contract, or a request for one. */
export function AgreementStep() {
  const hasContract = useWatch<WizardValues, 'hasContract'>({ name: 'hasContract' }) === 'yes';
  return (
    <>
      <RadioGroupField name="hasContract" label={fieldLabels.hasContract} options={yesOrNo} layout="row" />
      {hasContract ? (
        <UploadField name="contractFile" label={uploadWords.contractFile} kind="documents" />
      ) : (
        <CheckboxField name="needsContractHelp" label={fieldLabels.needsContractHelp} />
      )}
    </>
  );
}
