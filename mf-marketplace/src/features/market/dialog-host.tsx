import { showToast } from 'kit/toast/store';
import { type ComponentType, useEffect, useState } from 'react';
import { dialogNotLoaded } from '../../content/leads-page.ts';
import { useMarketDialog } from './market-dialog.ts';

async function loadDialogs(): Promise<ComponentType> {
  return (await import(/* webpackChunkName: "market-dialogs" */ './market-dialogs.tsx')).MarketDialogs;
}

/** Prefetches the dialogs. A failure is only shown when one is opened. */
export function warmDialogs(): void {
  loadDialogs().catch(() => undefined);
}

/** Shows the open dialog. Forms and dialogs are fetched at the first hint that one is wanted. */
export function DialogHost() {
  const [{ name }, report] = useMarketDialog();
  const isOpen = name !== 'none';
  const [Dialogs, setDialogs] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!isOpen || Dialogs) return;
    loadDialogs().then(
      (loaded) => setDialogs(() => loaded),
      (failure: unknown) => {
        console.warn('[mf-marketplace] the dialogs did not load.', failure);
        showToast({ ...dialogNotLoaded, tone: 'error' });
        report({ type: 'close' });
      },
    );
  }, [isOpen, Dialogs, report]);

  return Dialogs && <Dialogs />;
}
