import { chakra } from 'kit/ui';
import { checkoutDialog } from '../content/dialogs.ts';
import { dollars, pricePerLead } from '../content/dollars.ts';
import type { LeadPack } from '../content/industry.ts';

const { order } = checkoutDialog;

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

/** The pack, its price and the terms. */
export function OrderSummary({ pack }: { pack: LeadPack }) {
  const lines = [
    [order.pack, pack.name],
    [order.type, pack.type],
    [order.location, pack.location],
    [order.leads, String(pack.leadCount)],
    [order.each, pricePerLead(pack)],
    [order.total, dollars(pack.price)],
  ];
  return (
    <Root aria-label={order.title}>
      <h3>{order.title}</h3>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{order.terms}</p>
    </Root>
  );
}
