import { useDialogEntry } from 'kit/dialog-entry';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { LeadPack } from '../../content/industry.ts';

type PackId = LeadPack['id'];

/** Which dialog of the page is open, and for which pack: one value, so that no two can be open at once. */
export type MarketDialog =
  | { name: 'none' }
  | { name: 'free-sample' }
  | { name: 'sample-lead'; packId: PackId }
  | { name: 'checkout'; packId: PackId }
  | { name: 'thanks'; after: 'free-sample' | 'checkout' };

export type MarketEvent =
  | { type: 'ask-free-sample' }
  | { type: 'view-sample'; packId: PackId }
  | { type: 'buy'; packId: PackId }
  | { type: 'buy-this-pack' }
  | { type: 'sent' }
  | { type: 'close' };

const none = { name: 'none' } as const satisfies MarketDialog;

/** The transitions of docs/specification.md#4. An event that does not apply to the open dialog is ignored. */
export function nextDialog(current: MarketDialog, event: MarketEvent): MarketDialog {
  switch (event.type) {
    case 'ask-free-sample':
      return { name: 'free-sample' };
    case 'view-sample':
      return { name: 'sample-lead', packId: event.packId };
    case 'buy':
      return { name: 'checkout', packId: event.packId };
    case 'buy-this-pack':
      return current.name === 'sample-lead' ? { name: 'checkout', packId: current.packId } : current;
    case 'sent':
      return current.name === 'free-sample' || current.name === 'checkout'
        ? { name: 'thanks', after: current.name }
        : current;
    case 'close':
      return none;
  }
}

/** The open dialog, and a function that dispatches an event. The dialog is in the browser's history, so that Back closes it. */
export function useMarketDialog(): [MarketDialog, (event: MarketEvent) => void] {
  const { value, open, close } = useDialogEntry('market');
  const dialog = readDialog(value);
  const latest = useRef(dialog);
  useLayoutEffect(() => {
    latest.current = dialog;
  });
  const report = useCallback(
    (event: MarketEvent) => {
      const next = nextDialog(latest.current, event);
      if (next.name === 'none') close();
      else if (next !== latest.current) open(next);
    },
    [open, close],
  );
  return [dialog, report];
}

/** The entry may come from another release, so `MarketDialogs` checks that its values exist. */
function readDialog(value: unknown): MarketDialog {
  return typeof value === 'object' && value !== null && 'name' in value ? (value as MarketDialog) : none;
}
