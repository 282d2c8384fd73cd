import type { Checkout } from 'kit/contracts/marketplace';
import { fieldsOf } from 'kit/forms';
import { chakra } from 'kit/ui';
import type { ReactNode } from 'react';
import { checkoutDialog } from '../../content/dialogs.ts';

const { CheckboxField, SelectField, TextAreaField, TextField } = fieldsOf<Checkout>();

const { sections, options, terms, marketing } = checkoutDialog;

const Group = chakra('fieldset', {
  base: {
    display: 'grid',
    gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' },
    gap: '5',
    alignItems: 'start',
    '& h3': { textStyle: 'h4', fontSize: 'min({fontSizes.lg}, 6.5vw)', paddingBottom: '4' },
    '& > [data-part=wide]': { display: 'grid', gap: '5', gridColumn: '1 / -1' },
  },
});

/** The questionnaire's fields in their four sections (docs/specification.md#2, #3). */
export function CheckoutFields({ brand }: { brand: string }) {
  return (
    <>
      <FieldSection title={sections.business}>
        <TextField name="companyName" label="Company Name" autoComplete="organization" />
        <TextField name="website" label="Website" inputMode="url" autoComplete="url" />
      </FieldSection>
      <FieldSection title={sections.contact}>
        <TextField name="fullName" label="Full Name" autoComplete="name" />
        <TextField name="jobTitle" label="Job Title" autoComplete="organization-title" />
        <TextField name="email" label="Email" type="email" />
        <TextField name="phone" label="Phone" type="tel" />
      </FieldSection>
      <FieldSection title={sections.requirements}>
        <TextField name="serviceArea" label="Service Area" />
        <SelectField name="leadVolume" label="Lead Volume" options={options.leadVolume} />
        <SelectField name="deliveryMethod" label="Delivery Method" options={options.deliveryMethod} />
        <SelectField name="monthlyBudget" label="Monthly Budget" options={options.monthlyBudget} />
      </FieldSection>
      <FieldSection title={sections.additional}>
        <div data-part="wide">
          <TextAreaField name="comments" label="Comments" rows={4} />
          <CheckboxField name="terms" label={terms} />
          <CheckboxField name="marketing" label={marketing(brand)} />
        </div>
      </FieldSection>
    </>
  );
}

function FieldSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Group>
      <legend>
        <h3>{title}</h3>
      </legend>
      {children}
    </Group>
  );
}
