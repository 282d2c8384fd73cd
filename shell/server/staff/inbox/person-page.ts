import { type EraseAnswer, officeLimits, type PersonAnswer } from 'kit/contracts/office';
import { html, type Markup } from '../../http/html.ts';
import { renderCsrf, renderDocument, renderHeader, renderMessage } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { nameWay } from './form-page.ts';
import { oneOf, renderMarks, renderTime, shorten } from './marks.ts';

const title = 'Customer look-up';

/** The customer look-up: asks for a mail address or a phone number, and shows what is stored about it. */
export function renderPersonPage(
  session: StaffSession,
  { answer, asked, message }: { answer: PersonAnswer | null; asked: string; message: string | null },
): string {
  return renderDocument(
    title,
    html`${renderHeader(session, title)}<main>${renderMessage(message)}
<p>Find everything that a person has sent, by the mail address or the phone number in their forms, to export or erase it.</p>
<form method="post" action="/_ops/inbox/person">${renderCsrf(session)}<label for="who">Mail address or phone number</label>
<div class="row"><input id="who" name="who" type="search" value="${asked}" maxlength="${officeLimits.email}" required autocomplete="off"><button>Look up</button></div></form>
${answer === null ? html`` : renderFound(session, answer)}</main>`,
  );
}

function countOf(number: number, one: string, more = `${one}s`): string {
  return `${number} ${number === 1 ? one : more}`;
}

function renderFound(session: StaffSession, answer: PersonAnswer): Markup {
  const { who, count, forms, mentions } = answer;
  if (count === 0 && mentions.length === 0)
    return html`<p class="empty" role="status">Nothing is kept about <bdi>${who}</bdi>.</p>`;
  const list = forms.map(
    (form) =>
      html`<li><a href="/_ops/inbox/${form.reference}">${form.reference}</a> ${oneOf[form.kind]}, ${renderTime(form.createdAt)} <bdi>${shorten(form.name)}</bdi> <bdi>${shorten(form.phone)}</bdi> <bdi>${shorten(form.email)}</bdi> ${renderMarks(form)}</li>`,
  );
  return html`<h2>${countOf(count, 'form')} of <bdi>${who}</bdi></h2><ul class="others">${list}</ul>
${count > forms.length ? html`<p>and ${count - forms.length} more.</p>` : html``}
${mentions.length === 0 ? html`` : html`<p>The address or number also appears in notes on ${mentions.join(', ')}.</p>`}
<h2>Export</h2><form method="post" action="/_ops/inbox/person/export">${renderCsrf(session)}<input type="hidden" name="who" value="${who}">
<p>All of it in one file (JSON), for the person who asked.</p><button class="quiet">Download</button></form>
<h2>Erase</h2>${renderWhatHappens(answer)}<form method="post" action="/_ops/inbox/person/erase">${renderCsrf(session)}
<input type="hidden" name="who" value="${who}"><input type="hidden" name="count" value="${count}">
<p><label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, erase ${countOf(count, 'form')}. It cannot be undone.</label></p>
<button>Erase ${countOf(count, 'form')}</button></form>`;
}

/** Describes what is erased and what is kept, because the office may have to tell the customer. */
function renderWhatHappens({ told, mailed, mentions }: PersonAnswer): Markup {
  const channels = told
    .filter((channel) => channel !== 'reply')
    .map(nameWay)
    .join(', ');
  return html`<ul><li>Deleted for good: every field, the sender's network and browser, notes, and what receivers answered${mentions.length > 0 ? '; the address or number in notes on other forms' : ''}.</li>
<li>Kept: reference, kind, times and states, and who worked on it, without anything about the person. Partners see “erased”.</li>
<li>${channels === '' ? 'No webhook received any of it.' : `Told at once to erase their copies: ${channels}.`}</li>
<li>${mailed === 0 ? 'The office received no mail about it.' : `${countOf(mailed, 'mail')} about it went to the office: delete ${mailed === 1 ? 'it' : 'them'} in the mailbox yourself.`} Backups keep it until they are replaced.</li></ul>`;
}

export function renderErased(
  session: StaffSession,
  { erased, references, mentions, told, mailed }: EraseAnswer,
): string {
  const channels = told
    .filter((channel) => channel !== 'reply')
    .map(nameWay)
    .join(', ');
  return renderDocument(
    'Erased',
    html`${renderHeader(session, title, 'Erased')}<main><p class="done" role="status">${countOf(erased, 'form')} erased${mentions > 0 ? `, and the address or number in notes on ${countOf(mentions, 'other form')}` : ''}.</p>
<ul><li>${channels === '' ? 'No webhook received any of it.' : `Being told to erase their copies: ${channels}.`}</li>
<li>${mailed === 0 ? 'The office received no mail about it.' : `Still to do: delete ${countOf(mailed, 'mail')} in the office's mailbox; search it for the references below.`}</li></ul>
<p>${references.join(' ')}</p><p><a href="/_ops/inbox">Back to the inbox</a></p></main>`,
  );
}
