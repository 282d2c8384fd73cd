/**
 * Attribute of a form that was sent before its script arrived. Its value is the number of times. `kit/forms` sends the form then, and the
 * shell carries the attribute on to a page that is drawn again.
 */
export const earlySubmitMark = 'data-early-submit';

const ready = 'data-ready';
const noteId = 'early-submit-note';

/**
 * Catches submits before a form's script has loaded, in the first script of a page. The form of `kit/forms` is marked
 * instead of posted to the server; {@link replayEarlySubmit} submits it after its checks can run.
 */
export function catchEarlySubmits(page: Document): void {
  page.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-kit-form') || form.hasAttribute(ready)) return;
      event.preventDefault();
      form.setAttribute(earlySubmitMark, String(Number(form.getAttribute(earlySubmitMark)) + 1));
      form.setAttribute('aria-busy', 'true');
      if (!page.getElementById(noteId)) page.body.append(buildNote(page));
    },
    true,
  );
}

/**
 * Marks a form as ready, and submits it once if it was submitted before hydration. The mark of the early submit stays until the
 * `submit` listeners have run, because "Next Step" of a wizard counts each press.
 */
export function replayEarlySubmit(form: HTMLFormElement): void {
  form.setAttribute(ready, '');
  if (!form.hasAttribute(earlySubmitMark)) return;
  form.removeAttribute('aria-busy');
  form.ownerDocument.getElementById(noteId)?.remove();
  form.requestSubmit();
  form.removeAttribute(earlySubmitMark);
}

/**
 * Builds the message that is shown while the script loads: a bar at the bottom of the window with space of its own below the
 * footer, so that it covers nothing at the end of the page. It is outside of the form, where React would treat it as a
 * hydration mismatch.
 */
function buildNote(page: Document): HTMLElement {
  const note = page.createElement('p');
  note.id = noteId;
  note.setAttribute('role', 'alert');
  note.style.cssText =
    'position:sticky;bottom:var(--call-bar);z-index:2;padding:1rem;text-align:center;background:#ffb020;color:#0e1b2a';
  note.textContent = 'Your form is sent as soon as this page has loaded. So far nothing was sent.';
  return note;
}
