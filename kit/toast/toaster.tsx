// The import uses the public name, because only then does the shell's build share the store with the remotes.
import { areToastsExpected, currentToasts, subscribeToToasts } from 'kit/toast/store';
import { type ComponentType, useEffect, useState } from 'react';

/**
 * Mounts the notification area on demand, so that it adds almost nothing to a page: it is fetched with the first form, the
 * first message or the first F8. A failed fetch is repeated with the next one of these.
 */
export function Toaster() {
  const [Region, setRegion] = useState<ComponentType<{ takesFocus: boolean }> | null>(null);
  const [takesFocus, setTakesFocus] = useState(false);

  useEffect(() => {
    if (Region) return undefined;
    let wanted = true;
    async function load(isAskedFor = false) {
      try {
        const { ToastRegion } = await import('./toast-region.tsx');
        if (!wanted || !(isAskedFor || currentToasts().length > 0)) return;
        setTakesFocus(isAskedFor);
        setRegion(() => ToastRegion);
      } catch (error) {
        // A failed prefetch is not reported.
        if (isAskedFor || currentToasts().length > 0)
          console.error('The notification area could not be loaded.', error);
      }
    }
    function handleKey({ key }: KeyboardEvent) {
      if (key === 'F8') load(true);
    }
    if (areToastsExpected() || currentToasts().length > 0) load();
    const unsubscribe = subscribeToToasts(() => load());
    document.addEventListener('keydown', handleKey);
    return () => {
      wanted = false;
      unsubscribe();
      document.removeEventListener('keydown', handleKey);
    };
  }, [Region]);

  return Region && <Region takesFocus={takesFocus} />;
}
