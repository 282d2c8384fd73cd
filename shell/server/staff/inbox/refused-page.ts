import { html } from '../../http/html.ts';
import { renderDocument, renderHeader, renderMessage } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';

/** The page of a refusal, with the text that was typed, so that it can be copied. */
export function renderRefused(session: StaffSession, message: string, typed = ''): string {
  const kept =
    typed === ''
      ? html``
      : html`<p><label for="typed">What you had typed was not saved. Copy it from here:</label>
<textarea id="typed" rows="8" readonly dir="auto">
${typed}</textarea></p>`;
  return renderDocument('Inbox', html`${renderHeader(session, 'Inbox')}<main>${renderMessage(message)}${kept}</main>`);
}
