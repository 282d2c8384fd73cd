import { intakeChoices, intakeLimits } from 'kit/contracts/exotic-car-intake';
import { fieldsOf, useFormContext, useWatch } from 'kit/forms';
import { Plus } from 'kit/icons';
import { optionsOf } from 'kit/options-of';
import { Button, chakra, Heading, Icon, Text } from 'kit/ui';
import { type ComponentType, useEffect, useId, useRef } from 'react';
import { fieldLabels, hints, yesOrNo } from '../../content/labels.ts';
import { FleetStep } from './fleet-step.tsx';
import { UploadField } from './uploads/upload-field.tsx';
import type { WizardValues } from './wizard-values.ts';

/** The props of a field that follow from its name. */
function field<Name extends keyof typeof fieldLabels>(name: Name) {
  return { name, label: fieldLabels[name], description: (hints as Partial<Record<Name, string>>)[name] };
}

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
      <UploadField name="logo" label="Logo" kind="images" />
      <TextField {...field('colorScheme')} />
      <LikedWebsites />
      <ChoiceColumns>
        <CheckboxGroupField {...field('designStyle')} options={optionsOf(intakeChoices.designStyle)} />
      </ChoiceColumns>
      <TextField {...field('customDesignStyle')} />
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
        Websites you like
      </Heading>
      <Text size="sm" tone="muted">
        {hints.likedWebsites}
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
          <Icon shape={Plus} size={20} />
          Add website
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
        <TextField {...field('fullName')} required autoComplete="name" />
        <TextField {...field('businessName')} required autoComplete="organization" />
        <TextField {...field('phone')} type="tel" required />
        <TextField {...field('email')} type="email" required />
      </FieldGrid>
      <TextField {...field('cityState')} required autoComplete="address-level2" />
      <RadioGroupField {...field('ownsDomain')} options={yesOrNo} layout="row" />
      {ownsDomain ? (
        <TextField {...field('domainName')} inputMode="url" placeholder="yourbusiness.com" />
      ) : (
        <CheckboxField {...field('needsDomainHelp')} />
      )}
      <SelectField {...field('hasHosting')} options={optionsOf(intakeChoices.hasHosting)} placeholder="Choose one" />
    </>
  );
}

function SocialStep() {
  return (
    <>
      <FieldGrid>
        <TextField {...field('instagram')} />
        <TextField {...field('tiktok')} />
        <TextField {...field('youtube')} />
        <TextField {...field('facebook')} />
      </FieldGrid>
      <TextField {...field('other')} />
    </>
  );
}

function PagesStep() {
  return (
    <ChoiceColumns>
      <CheckboxGroupField {...field('pages')} options={optionsOf(intakeChoices.pages)} />
    </ChoiceColumns>
  );
}

/** Step 6: the contract, or a request for one. */
function AgreementStep() {
  const hasContract = useWatch<WizardValues, 'hasContract'>({ name: 'hasContract' }) === 'yes';
  return (
    <>
      <RadioGroupField {...field('hasContract')} options={yesOrNo} layout="row" />
      {hasContract ? (
        <UploadField name="contractFile" label="Contract file" kind="documents" />
      ) : (
        <CheckboxField {...field('needsContractHelp')} />
      )}
    </>
  );
}

function PoliciesStep() {
  return (
    <>
      <TextAreaField {...field('termsConditions')} />
      <TextAreaField {...field('refundPolicy')} />
      <TextAreaField {...field('renterRequirements')} />
    </>
  );
}

function FeaturesStep() {
  return (
    <>
      <ChoiceColumns>
        <CheckboxGroupField {...field('features')} options={optionsOf(intakeChoices.features)} />
      </ChoiceColumns>
      <TextField {...field('customFeature')} />
    </>
  );
}

function TimelineStep() {
  return (
    <>
      <FieldGrid>
        <TextField {...field('launchDate')} />
        <SelectField
          {...field('budget')}
          options={optionsOf(intakeChoices.budget)}
          placeholder="Choose a range"
          required
        />
      </FieldGrid>
      <TextAreaField {...field('additionalNotes')} />
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
