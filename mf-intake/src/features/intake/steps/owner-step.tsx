import { intakeChoices } from 'kit/contracts/exotic-car-intake';
import { fieldsOf, useWatch } from 'kit/forms';
import { choiceLabels, fieldLabels, yesOrNo } from '../../../content/labels.ts';
import { FieldGrid } from '../../../sections/field-grid.tsx';
import type { WizardValues } from '../wizard-values.ts';

const { CheckboxField, RadioGroupField, SelectField, TextField } = fieldsOf<WizardValues>();

const hosting = intakeChoices.hasHosting.map((value) => ({ value, label: choiceLabels.hasHosting[value] }));

/** Step 1: the owner, and what exists already. */
export function OwnerStep() {
  const ownsDomain = useWatch<WizardValues, 'ownsDomain'>({ name: 'ownsDomain' }) === 'yes';
  return (
    <>
      <FieldGrid>
        <TextField name="fullName" label={fieldLabels.fullName} required autoComplete="name" />
        <TextField name="businessName" label={fieldLabels.businessName} required autoComplete="organization" />
        <TextField name="phone" label={fieldLabels.phone} type="tel" required />
        <TextField name="email" label={fieldLabels.email} type="email" required />
      </FieldGrid>
      <TextField name="cityState" label={fieldLabels.cityState} required autoComplete="address-level2" />
      <RadioGroupField name="ownsDomain" label={fieldLabels.ownsDomain} options={yesOrNo} layout="row" />
      {ownsDomain ? (
        <TextField name="domainName" label={fieldLabels.domainName} inputMode="url" placeholder="yourbusiness.com" />
      ) : (
        <CheckboxField name="needsDomainHelp" label={fieldLabels.needsDomainHelp} />
      )}
      <SelectField name="hasHosting" label={fieldLabels.hasHosting} options={hosting} placeholder="Choose one" />
    </>
  );
}
