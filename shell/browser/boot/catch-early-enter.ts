/**
 * Enter in a filled field does nothing where the form's button is disabled, and one that waits for something typed is so until
 * the page's scripts have seen it. Such an Enter is kept like any other early submit (`kit/early-submit`).
 *
 * @param missed - what the visitor did before this ran
 */
export function catchEarlyEnter(page: Document, missed: readonly Event[]): void {
  for (const event of missed) sendByEnter(event);
  page.addEventListener('keydown', sendByEnter, true);
}

function sendByEnter(event: Event): void {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || event.isComposing) return;
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.value === '') return;
  const { form } = target;
  if (!form?.matches('[data-kit-form]:not([data-ready])') || !form.querySelector('[type=submit]:disabled')) return;
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}
