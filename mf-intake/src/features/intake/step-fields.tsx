import { intakeChoices, intakeLimits } from 'kit/contracts/exotic-car-intake';
import { fieldsOf, useFormContext, useWatch } from 'kit/forms';
import { plusIcon } from 'kit/icons';
import { optionsOf } from 'kit/options-of';
import { Button, chakra, Heading, Icon, Text } from 'kit/ui';
import { type ComponentType, useEffect, useId, useRef } from 'react';
import { fieldLabels, hints, likedWebsiteWords, uploadWords, yesOrNo } from '../../content/labels.ts';
import { FleetStep } from './fleet-step.tsx';
import { UploadField } from './uploads/upload-field.tsx';
import type { WizardValues } from './wizard-values.ts';

/** Short fields in a row on wide windows. */
const FieldGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' },
    gap: '6',
    alignItems: 'start',
  },
});

/** A long list of choices, in two columns on wide windows. */
const ChoiceColumns = chakra('div', {
  // The doubled class outranks the field's own layout, which is equally specific and may come later in the style sheet.
  base: { '&& [data-part=choices]': { display: { md: 'grid' }, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

function DesignStep() {
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

const List = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '4' } });

/** Fields for websites that the visitor likes; blank ones are not sent. */
function LikedWebsites() {
  const { getValues, setValue, setFocus } = useFormContext<WizardValues>();
  const slots = useWatch<WizardValues, 'likedWebsites'>({ name: 'likedWebsites' });
  const shown = useRef(slots.length);
  const titleId = useId();

  useEffect(() => {
    if (slots.length === shown.current + 1) setFocus(`likedWebsites.${slots.length - 1}`);
    shown.current = slots.length;
  }, [slots.length, setFocus]);

  return (
    <List role="group" aria-labelledby={titleId}>
      <Heading as="h3" size="h4" id={titleId}>
        {likedWebsiteWords.title}
      </Heading>
      <Text size="sm" tone="muted">
        {likedWebsiteWords.hint}
      </Text>
      {slots.map((_, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: slots are only ever added at the end
          key={index}
          name={`likedWebsites.${index}`}
          label={`${fieldLabels.likedWebsites} ${index + 1}`}
          inputMode="url"
        />
      ))}
      <div>
        <Button
          variant="outline"
          size="sm"
          disabled={slots.length >= intakeLimits.likedWebsites}
          onClick={() => setValue('likedWebsites', [...getValues('likedWebsites'), ''], { shouldDirty: true })}
        >
          <Icon shape={plusIcon} size={20} />
          {likedWebsiteWords.add}
        </Button>
      </div>
    </List>
  );
}

const { CheckboxField, CheckboxGroupField, RadioGroupField, SelectField, TextAreaField, TextField } =
  fieldsOf<WizardValues>();

/** Step 1: the owner, and what exists already. */
function OwnerStep() {
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
      <SelectField
        name="hasHosting"
        label={fieldLabels.hasHosting}
        options={optionsOf(intakeChoices.hasHosting)}
        placeholder="Choose one"
      />
    </>
  );
}

function SocialStep() {
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

function PagesStep() {
  return (
    <ChoiceColumns>
      <CheckboxGroupField name="pages" label={fieldLabels.pages} options={optionsOf(intakeChoices.pages)} />
    </ChoiceColumns>
  );
}

/** Step 6: the contract, or a request for one. */
function AgreementStep() {
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

function PoliciesStep() {
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

function FeaturesStep() {
  return (
    <>
      <ChoiceColumns>
        <CheckboxGroupField name="features" label={fieldLabels.features} options={optionsOf(intakeChoices.features)} />
      </ChoiceColumns>
      <TextField name="customFeature" label={fieldLabels.customFeature} description={hints.customFeature} />
    </>
  );
}

function TimelineStep() {
  return (
    <>
      <FieldGrid>
        <TextField name="launchDate" label={fieldLabels.launchDate} description={hints.launchDate} />
        <SelectField
          name="budget"
          label={fieldLabels.budget}
          description={hints.budget}
          options={optionsOf(intakeChoices.budget)}
          placeholder="Choose a range"
          required
        />
      </FieldGrid>
      <TextAreaField name="additionalNotes" label={fieldLabels.additionalNotes} />
    </>
  );
}

/** In the order of `intakeSteps`. */
const stepFields: readonly ComponentType[] = [
  OwnerStep,
  SocialStep,
  FleetStep,
  PagesStep,
  DesignStep,
  AgreementStep,
  PoliciesStep,
  FeaturesStep,
  TimelineStep,
];

/** The fields of one step. The form keeps the values of the other steps, which are not rendered. */
export function StepFields({ step }: { step: number }) {
  const Fields = stepFields[step - 1];
  return Fields ? <Fields /> : null;
}
