import { hydratedEvent } from '../../app/page-scripts.ts';

/** What does nothing without scripts: buttons of the page but those that send a form. */
const deaf = 'main button:not([type=submit]), main [role=tab]';

/**
 * Holds back clicks that come before the page can answer them and repeats them once it can. React never sees the first
 * ones, so that none is answered twice.
 */
export function keepEarlyClicks(page: Document): void {
  const early = new Set<HTMLElement>();
  const hold = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(deaf) : null;
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.add(button);
  };
  page.addEventListener('click', hold, true);
  page.addEventListener(
    hydratedEvent,
    () => {
      page.removeEventListener('click', hold, true);
      for (const button of early) if (button.isConnected) button.click();
    },
    { once: true },
  );
}
