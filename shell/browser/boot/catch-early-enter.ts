/**
 * Handles Enter in a filled-in field before hydration. The form's button may still be disabled until scripts have seen the
 * input, and then Enter does nothing. Such an Enter is kept like any other early submit (`kit/forms/early-submit`).
 * @param missed - the events before this script ran
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
