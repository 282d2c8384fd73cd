import { type ComponentType, useEffect, useState } from 'react';
import { currentToasts, subscribeToToasts } from './store.ts';

/**
 * Where messages appear. Weighs next to nothing: what draws them is fetched with the first message. If that fails
 * it is tried again with the next one.
 */
export function Toaster() {
  const [Region, setRegion] = useState<ComponentType | null>(null);

  useEffect(() => {
    let wanted = true;
    async function load() {
      try {
        const { ToastRegion } = await import('./toast-region.tsx');
        if (wanted) setRegion(() => ToastRegion);
      } catch (error) {
        console.error('The notification area could not be loaded.', error);
      }
    }
    if (currentToasts().length > 0) load();
    const unsubscribe = subscribeToToasts(load);
    return () => {
      wanted = false;
      unsubscribe();
    };
  }, []);

  return Region && <Region />;
}
