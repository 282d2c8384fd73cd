import { useEffect } from 'react';
import { hydratedEvent } from '../page-scripts.ts';

/** Stands beside the page: its effect runs when the page's own content has been hydrated, and says so. */
export function HydrationMark() {
  useEffect(() => {
    if ('hydrated' in document.documentElement.dataset) return;
    document.documentElement.dataset.hydrated = '';
    performance.mark('hydrated');
    document.dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}
