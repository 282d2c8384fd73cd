import { currentToasts, subscribeToToasts } from 'kit/toast/store';
import { lazy, Suspense, useSyncExternalStore } from 'react';

const Toaster = lazy(async () => ({ default: (await import('kit/toast')).Toaster }));

const none: ReturnType<typeof currentToasts> = [];

/** The notification area, loaded with the first message. */
export function ToastArea() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
