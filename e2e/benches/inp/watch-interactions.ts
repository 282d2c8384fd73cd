import type { Page } from '@playwright/test';

/** Milliseconds of the slowest interaction, as Interaction to Next Paint has it, and what it was made of. */
export interface Interaction {
  duration: number;
  /** Until the first handler ran, until the last one had, and until the screen showed it. */
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
    // What is quicker than a frame is told of by nobody: 16 ms is the least there is.
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** The slowest interaction since the last time that this was asked, once the page has had time to show it. */
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
