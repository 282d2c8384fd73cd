import { useDialogEntry } from 'kit/dialog-entry';
import type { LeadPack } from '../../content/industry.ts';

/** Which dialog of the page is open, and for which pack: one value, so that no two can be open at once. */
type MarketDialog =
  | { name: 'free-sample' }
  | { name: 'sample-lead' | 'checkout'; packId: LeadPack['id'] }
  | { name: 'thanks'; after: 'free-sample' | 'checkout' };

// The entry may come from another release, so `MarketDialogs` checks that its values exist.
const toDialog = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? (value as MarketDialog) : null;

/** The open dialog, or null. It is in the browser's history, so that Back closes it. */
export function useMarketDialog() {
  const { value, open, close } = useDialogEntry('market', (market) => toDialog(market)?.name === 'thanks');
  return { dialog: toDialog(value), open: open as (dialog: MarketDialog) => void, close };
}
