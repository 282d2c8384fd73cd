import { AlertDialog } from 'kit/dialog';
import { thanks } from '../../content/dialogs.ts';
import { market } from '../../content/market.ts';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { FreeSampleDialog } from './free-sample-dialog.tsx';
import { useMarketDialog } from './market-dialog.ts';
import { SampleLeadDialog } from './sample-lead-dialog.tsx';

const packs = Object.values(market).flatMap((industry) => industry.packs);

/** The dialog that is open, if any. */
export function MarketDialogs() {
  const [dialog, report] = useMarketDialog();
  const pack = 'packId' in dialog ? packs.find(({ id }) => id === dialog.packId) : undefined;
  const close = () => report({ type: 'close' });
  const sent = () => report({ type: 'sent' });
  switch (dialog.name) {
    case 'none':
      return null;
    case 'free-sample':
      return <FreeSampleDialog onClose={close} onSent={sent} />;
    case 'sample-lead':
      return pack && <SampleLeadDialog pack={pack} onClose={close} onBuy={() => report({ type: 'buy-this-pack' })} />;
    case 'checkout':
      return pack && <CheckoutDialog pack={pack} onClose={close} onSent={sent} />;
    case 'thanks':
      return (
        <AlertDialog open onClose={close} title={thanks[dialog.after].title}>
          {thanks[dialog.after].message}
        </AlertDialog>
      );
  }
}
