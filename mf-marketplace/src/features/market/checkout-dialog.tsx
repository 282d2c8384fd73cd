import { useInquiry } from 'kit/api-client';
import { type Checkout, checkoutChoices } from 'kit/contracts/marketplace';
import { Dialog } from 'kit/dialog';
import { DraftAutosave, readDraft, removeDraft } from 'kit/form-draft';
import { ConsentLine, Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { useSite } from 'kit/site';
import { Button, chakra, Stack } from 'kit/ui';
import { type ReactNode, useRef, useState } from 'react';
import { checkoutDialog } from '../../content/dialogs.ts';
import { dollars, type LeadPack, pricePerLead } from '../../content/industry.ts';
import { checkoutFormSchema, localFormSchema } from './dialog-schemas.ts';

/** A form is as wide as a text column by default; this one fills its dialog. */
const FullWidth = chakra('div', { base: { '& > form': { maxWidth: 'none' } } });

const Orders = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '3',
    // The order summary stays visible below the long form.
    '@media (min-height: 30.01rem) and (min-width: 40rem)': { position: 'sticky', bottom: '0', zIndex: '1' },
    paddingBlock: '4',
    marginBottom: '-4',
    background: 'bg',
    // Nothing of the form shows between the buttons and the edge of the dialog.
    boxShadow: '0 2rem 0 {colors.bg}',
    // On a phone each line is as wide as the fields above it.
    '& > *': { flexGrow: { base: '1', sm: '0' } },
    '& > div > button': { width: '100%' },
  },
});

type Order = 'Become a Client' | 'Buy Lead Pack';

interface CheckoutDialogProps {
  pack: LeadPack;
  onClose: () => void;
  onSent: () => void;
  onFailed: (failure: unknown) => never;
}

/** "Tell Us About Your Business": the questionnaire before a purchase. There is no payment here. */
export function CheckoutDialog({ pack, onClose, onSent, onFailed }: CheckoutDialogProps) {
  const { title, description, defaults } = checkoutDialog;
  const { brand } = useSite();
  const draftName = `checkout ${pack.id}`;
  const { deliver, isDelivered } = useInquiry('checkout');
  const order = useRef<Order>('Become a Client');
  return (
    <Dialog open onClose={onClose} size="lg" title={title} description={description}>
      <OrderSummary pack={pack} />
      <FullWidth>
        <Form
          schema={isDelivered ? checkoutFormSchema : localFormSchema}
          defaultValues={{ ...defaults, ...readDraft(draftName) }}
          afterSuccess="keep"
          onSubmit={async (fields, formContext) => {
            await deliver(fields, formContext, `${pack.name}: ${order.current}`).catch(onFailed);
            removeDraft(draftName);
            onSent();
          }}
        >
          <DraftAutosave name={draftName} />
          <Stack gap="8">
            <FormErrorSummary />
            <CheckoutFields brand={brand} />
            <ConsentLine />
            <CheckoutButtons
              price={pack.price}
              onClose={onClose}
              onOrder={(chosen) => {
                order.current = chosen;
              }}
            />
          </Stack>
        </Form>
      </FullWidth>
    </Dialog>
  );
}

interface CheckoutButtonsProps {
  price: number;
  onClose: () => void;
  /** Called before the submit, with the button that submits. */
  onOrder: (order: Order) => void;
}

function CheckoutButtons({ price, onClose, onOrder }: CheckoutButtonsProps) {
  const [pressed, setPressed] = useState<Order>('Become a Client');
  const labels = { 'Become a Client': 'Become a Client', 'Buy Lead Pack': `Buy Lead Pack (${dollars(price)})` };
  const orderBy = (order: Order) => ({
    children: labels[order],
    // The other button keeps its label.
    pendingLabel: order === pressed ? 'Submitting...' : labels[order],
    onClick: () => {
      setPressed(order);
      onOrder(order);
    },
  });
  return (
    <Orders>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <SubmitButton variant="outline" {...orderBy('Become a Client')} />
      <SubmitButton {...orderBy('Buy Lead Pack')} />
    </Orders>
  );
}

const { CheckboxField, SelectField, TextAreaField, TextField } = fieldsOf<Checkout>();

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
function CheckoutFields({ brand }: { brand: string }) {
  return (
    <>
      <FieldSection title="Business Information">
        <TextField name="companyName" label="Company Name" autoComplete="organization" />
        <TextField name="website" label="Website" inputMode="url" autoComplete="url" />
      </FieldSection>
      <FieldSection title="Contact Information">
        <TextField name="fullName" label="Full Name" autoComplete="name" />
        <TextField name="jobTitle" label="Job Title" autoComplete="organization-title" />
        <TextField name="email" label="Email" type="email" />
        <TextField name="phone" label="Phone" type="tel" />
      </FieldSection>
      <FieldSection title="Lead Requirements">
        <TextField name="serviceArea" label="Service Area" />
        <SelectField name="leadVolume" label="Lead Volume" options={optionsOf(checkoutChoices.leadVolume)} />
        <SelectField
          name="deliveryMethod"
          label="Delivery Method"
          options={optionsOf(checkoutChoices.deliveryMethod)}
        />
        <SelectField name="monthlyBudget" label="Monthly Budget" options={optionsOf(checkoutChoices.monthlyBudget)} />
      </FieldSection>
      <FieldSection title="Additional Information">
        <div data-part="wide">
          <TextAreaField name="comments" label="Comments" rows={4} />
          <CheckboxField name="terms" label={checkoutDialog.terms} />
          <CheckboxField name="marketing" label={checkoutDialog.marketing(brand)} />
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

const Root = chakra('section', {
  base: {
    marginBottom: '8',
    padding: { base: 'min({spacing.4}, 4.2vw)', md: '5' },
    background: 'surface',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    fontVariantNumeric: 'tabular-nums',
    '& > h3': { textStyle: 'h4' },
    '& > dl': { marginTop: '3', display: 'grid', gap: '1' },
    '& > dl > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '6' },
    '& dt': { color: 'muted' },
    '& > dl > div:last-child': {
      marginTop: '2',
      paddingTop: '3',
      borderTop: '1px solid',
      borderColor: 'line',
      fontWeight: '700',
    },
    '& > p': { marginTop: '3', color: 'muted', fontSize: 'sm' },
  },
});

function OrderSummary({ pack }: { pack: LeadPack }) {
  const lines = [
    ['Pack', pack.name],
    ['Type', pack.type],
    ['Location', pack.location],
    ['Leads', String(pack.leadCount)],
    ['Price per lead', pricePerLead(pack)],
    ['Total', dollars(pack.price)],
  ];
  return (
    <Root aria-label="Your order">
      <h3>Your order</h3>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{checkoutDialog.orderTerms}</p>
    </Root>
  );
}
