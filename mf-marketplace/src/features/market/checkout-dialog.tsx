import { useInquiry } from 'kit/api-client';
import { Dialog } from 'kit/dialog';
import { DraftAutosave, useFormDraft } from 'kit/form-draft';
import { ConsentLine, Form, FormErrorSummary, SubmitButton } from 'kit/forms';
import { useSite } from 'kit/site';
import { Button, chakra, Stack } from 'kit/ui';
import { useRef, useState } from 'react';
import { checkoutDialog } from '../../content/dialogs.ts';
import { dollars } from '../../content/dollars.ts';
import type { LeadPack } from '../../content/industry.ts';
import { OrderSummary } from '../../sections/order-summary.tsx';
import { CheckoutFields } from './checkout-fields.tsx';
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
}

/** "Tell Us About Your Business": the questionnaire before a purchase. There is no payment here. */
export function CheckoutDialog({ pack, onClose, onSent }: CheckoutDialogProps) {
  const { title, description, defaults } = checkoutDialog;
  const { brand } = useSite();
  const draftName = `checkout ${pack.id}`;
  const draft = useFormDraft(draftName);
  const { deliver, isDelivered } = useInquiry('checkout');
  const order = useRef<Order>('Become a Client');
  return (
    <Dialog open onClose={onClose} size="lg" title={title} description={description}>
      <OrderSummary pack={pack} />
      <FullWidth>
        <Form
          schema={isDelivered ? checkoutFormSchema : localFormSchema}
          defaultValues={{ ...defaults, ...draft.values() }}
          afterSuccess="keep"
          onSubmit={async (fields, formContext) => {
            await deliver(fields, formContext, `${pack.name}: ${order.current}`);
            draft.forget();
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
    pendingLabel: order === pressed ? checkoutDialog.pending : labels[order],
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
