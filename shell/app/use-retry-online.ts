import { useEffect } from 'react';

/** Tries again by itself as soon as the browser has a line again. */
export function useRetryOnline(retry: () => Promise<void>): void {
  useEffect(() => {
    const retryNow = () => void retry();
    window.addEventListener('online', retryNow);
    return () => window.removeEventListener('online', retryNow);
  }, [retry]);
}
