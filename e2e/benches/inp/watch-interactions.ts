import type { Page } from '@playwright/test';

/** The slowest interaction in milliseconds (Interaction to Next Paint), and its parts. */
export interface Interaction {
  duration: number;
  /** Until the first handler ran, until the last one ended, and until the next paint. */
  delay: number;
  handlers: number;
  painting: number;
}

declare global {
  interface Window {
    slowestInteraction?: Interaction;
  }
}

/** Runs in every document before its own scripts. */
export function watchInteractions(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      if (entry.interactionId === 0 || entry.duration <= (window.slowestInteraction?.duration ?? 0)) continue;
      const { startTime, processingStart, processingEnd, duration } = entry;
      window.slowestInteraction = {
        duration,
        delay: processingStart - startTime,
        handlers: processingEnd - processingStart,
        painting: startTime + duration - processingEnd,
      };
    }
    // 16 ms is the lowest threshold of the Event Timing API.
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Waits for the paint and returns the slowest interaction since the last call. */
export async function takeSlowest(page: Page): Promise<Interaction> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 120)))),
  );
  return page.evaluate(() => {
    const slowest = window.slowestInteraction ?? { duration: 0, delay: 0, handlers: 0, painting: 0 };
    delete window.slowestInteraction;
    return slowest;
  });
}
