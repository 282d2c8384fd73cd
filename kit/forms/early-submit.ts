const earlySubmit = 'data-early-submit';
const ready = 'data-ready';

/**
 * For the first script of a page: a form of `kit/forms` sent before its own script has arrived is held back and
 * marked, instead of being posted to the server; {@link replayEarlySubmit} sends it once it can be checked.
 */
export function catchEarlySubmits(page: Document): void {
  page.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-kit-form') || form.hasAttribute(ready)) return;
      event.preventDefault();
      form.setAttribute(earlySubmit, '');
      form.setAttribute('aria-busy', 'true');
    },
    true,
  );
}

/** Marks a form as working, and sends it if it was sent too early. */
export function replayEarlySubmit(form: HTMLFormElement): void {
  form.setAttribute(ready, '');
  if (!form.hasAttribute(earlySubmit)) return;
  form.removeAttribute(earlySubmit);
  form.removeAttribute('aria-busy');
  form.requestSubmit();
}
