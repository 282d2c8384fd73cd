import { useInquiry } from 'kit/api-client';
import { Dialog } from 'kit/dialog';
import { DraftAutosave, useFormDraft } from 'kit/form-draft';
import { ConsentLine, Form, FormErrorSummary, useFormContext } from 'kit/forms';
import { useSite } from 'kit/site';
import { Button, chakra, Flex, Stack } from 'kit/ui';
import { useRef } from 'react';
import { checkoutDialog } from '../../content/dialogs.ts';
import { dollars } from '../../content/dollars.ts';
import type { LeadPack } from '../../content/industry.ts';
import { OrderSummary } from '../../sections/order-summary.tsx';
import { CheckoutFields } from './checkout-fields.tsx';
import { checkoutFormSchema } from './dialog-schemas.ts';

/** Forms are as wide as a text; this one fills its dialog. */
const FullWidth = chakra('div', { base: { '& > form': { maxWidth: 'none' } } });

type Order = 'Become a Client' | 'Buy Lead Pack';

interface CheckoutDialogProps {
  pack: LeadPack;
  onClose: () => void;
  onSent: () => void;
}

/** "Tell Us About Your Business": the questionnaire before a purchase. Nothing is paid here. */
export function CheckoutDialog({ pack, onClose, onSent }: CheckoutDialogProps) {
  const { title, defaults } = checkoutDialog;
  const { brand } = useSite();
  const draftName = `checkout ${pack.id}`;
  const draft = useFormDraft(draftName);
  const { deliver, isDelivered } = useInquiry('checkout');
  const order = useRef<Order>('Become a Client');
  return (
    <Dialog open onClose={onClose} size="lg" title={title} description={`${pack.name}, ${pack.leadCount} leads`}>
      <OrderSummary pack={pack} />
      <FullWidth>
        <Form
          schema={checkoutFormSchema}
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
            <CheckoutButtons
              price={pack.price}
              onClose={onClose}
              onOrder={(chosen) => {
                order.current = chosen;
              }}
            />
            {isDelivered && <ConsentLine />}
          </Stack>
        </Form>
      </FullWidth>
    </Dialog>
  );
}

interface CheckoutButtonsProps {
  price: number;
  onClose: () => void;
  /** Which of the two buttons sends the form; called before it is sent. */
  onOrder: (order: Order) => void;
}

function CheckoutButtons({ price, onClose, onOrder }: CheckoutButtonsProps) {
  const { isSubmitting } = useFormContext().formState;
  return (
    <Flex gap="3" flexWrap="wrap" justifyContent="flex-end">
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" variant="outline" disabled={isSubmitting} onClick={() => onOrder('Become a Client')}>
        Become a Client
      </Button>
      <Button type="submit" disabled={isSubmitting} onClick={() => onOrder('Buy Lead Pack')}>
        Buy Lead Pack ({dollars(price)})
      </Button>
    </Flex>
  );
}
