import { useEffect } from 'react';

/** Retries as soon as the browser is online again. */
export function useRetryOnline(retry: () => Promise<void>): void {
  useEffect(() => {
    const retryNow = () => void retry();
    window.addEventListener('online', retryNow);
    return () => window.removeEventListener('online', retryNow);
  }, [retry]);
}
