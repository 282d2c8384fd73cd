import { atom, useSetAtom } from 'jotai';
import { startTransition, useCallback } from 'react';
import type { LeadPack } from '../../content/industry.ts';

/** The open dialog of the page and its pack. It is one value, so that no two dialogs can be open. */
export type MarketDialog =
  | { name: 'none' }
  | { name: 'free-sample' }
  | { name: 'sample-lead'; pack: LeadPack }
  | { name: 'checkout'; pack: LeadPack }
  | { name: 'thanks'; after: 'free-sample' | 'checkout' };

export type MarketEvent =
  | { type: 'ask-free-sample' }
  | { type: 'view-sample'; pack: LeadPack }
  | { type: 'buy'; pack: LeadPack }
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
      return { name: 'sample-lead', pack: event.pack };
    case 'buy':
      return { name: 'checkout', pack: event.pack };
    case 'buy-this-pack':
      return current.name === 'sample-lead' ? { name: 'checkout', pack: current.pack } : current;
    case 'sent':
      return current.name === 'free-sample' || current.name === 'checkout'
        ? { name: 'thanks', after: current.name }
        : current;
    case 'close':
      return none;
  }
}

const dialogAtom = atom<MarketDialog>(none);

export const marketDialogAtom = atom((get) => get(dialogAtom));

const eventAtom = atom(null, (get, set, event: MarketEvent) => {
  set(dialogAtom, nextDialog(get(dialogAtom), event));
});

/**
 * Returns a function that reports an event. A dialog opens in a transition, so that the browser can respond in between, and
 * closes immediately.
 */
export function useMarketReport(): (event: MarketEvent) => void {
  const send = useSetAtom(eventAtom);
  return useCallback(
    (event) => {
      if (event.type === 'close') send(event);
      else startTransition(() => send(event));
    },
    [send],
  );
}
