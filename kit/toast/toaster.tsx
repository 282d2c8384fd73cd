// By its public name: the shell's build shares the store with the remotes only if it meets it under that name.
import { areToastsExpected, currentToasts, subscribeToToasts } from 'kit/toast/store';
import { type ComponentType, useEffect, useState } from 'react';

/**
 * Where messages appear. Weighs next to nothing: what draws them is fetched with the first form, or else with the
 * first message. If that fails it is tried again with the next one.
 */
export function Toaster() {
  const [Region, setRegion] = useState<ComponentType | null>(null);

  useEffect(() => {
    let wanted = true;
    async function load() {
      try {
        const { ToastRegion } = await import('./toast-region.tsx');
        if (wanted && currentToasts().length > 0) setRegion(() => ToastRegion);
      } catch (error) {
        console.error('The notification area could not be loaded.', error);
      }
    }
    if (areToastsExpected() || currentToasts().length > 0) load();
    const unsubscribe = subscribeToToasts(load);
    return () => {
      wanted = false;
      unsubscribe();
    };
  }, []);

  return Region && <Region />;
}
