// By its public name: the shell's build shares the store with the remotes only if it meets it under that name.
import { areToastsExpected, currentToasts, subscribeToToasts } from 'kit/toast/store';
import { type ComponentType, useEffect, useState } from 'react';

/**
 * Where messages appear. Weighs next to nothing: what draws them is fetched with the first form, or else with the
 * first message or the first F8. If that fails it is tried again with the next one.
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
        // Nobody misses what was only fetched ahead.
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
