import { useAtomValue } from 'jotai';
import { AlertDialog } from 'kit/dialog';
import { thanks } from '../../content/dialogs.ts';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { FreeSampleDialog } from './free-sample-dialog.tsx';
import { marketDialogAtom, useMarketReport } from './market-dialog.ts';
import { SampleLeadDialog } from './sample-lead-dialog.tsx';

export function MarketDialogs() {
  const dialog = useAtomValue(marketDialogAtom);
  const report = useMarketReport();
  const close = () => report({ type: 'close' });
  const sent = () => report({ type: 'sent' });
  switch (dialog.name) {
    case 'none':
      return null;
    case 'free-sample':
      return <FreeSampleDialog onClose={close} onSent={sent} />;
    case 'sample-lead':
      return <SampleLeadDialog pack={dialog.pack} onClose={close} onBuy={() => report({ type: 'buy-this-pack' })} />;
    case 'checkout':
      return <CheckoutDialog pack={dialog.pack} onClose={close} onSent={sent} />;
    case 'thanks':
      return (
        <AlertDialog open onClose={close} title={thanks[dialog.after].title}>
          {thanks[dialog.after].message}
        </AlertDialog>
      );
  }
}
