import {
  type DeliveryOfForm,
  type EraseAnswer,
  type LeadState,
  type LookAnswer,
  leadStates,
  officeLimits,
  type PersonAnswer,
} from 'kit/contracts/office';
import { html, type Markup } from '../../http/html.ts';
import { renderCsrf, renderDocument, renderHeader, renderMessage } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { inboxPlace } from './inbox-address.ts';
import { oneOf, renderMarks, renderPhone, renderState, renderTime, shorten, stateNames } from './marks.ts';

/** The text of a form that could not be saved. */
export interface Typed {
  note: string;
  state: LeadState | null;
  /** Empty for nobody, and for no reminder. */
  assignee: string;
  remindOn: string;
}

interface FormPageParts {
  answer: LookAnswer;
  message: string | null;
  done: string | null;
  typed: Typed | null;
  /** The address of the customer look-up. */
  personHref: string | null;
  /** The list that the form was opened from, as `back` has it. */
  back: string;
  /** The reason of a return that was refused. */
  reason: string;
  /** What was done can be undone. */
  canUndo: boolean;
  /** Whom it can be assigned to. */
  people: readonly string[];
}

/** The page of one form with all its fields. */
export function renderFormPage(
  session: StaffSession,
  { answer, message, done, typed, personHref, back, people, canUndo, reason }: FormPageParts,
): string {
  const { form } = answer;
  const { reference, kind, name, createdAt } = form;
  const isHeld = form.quarantine !== null && !form.isTest && !form.isErased;
  const nobody = form.isErased ? 'Erased' : 'No name';
  const called = name === '' ? nobody : shorten(name);
  const hidden = html`${renderCsrf(session)}<input type="hidden" name="back" value="${back}">`;
  return renderDocument(
    reference,
    html`${renderHeader(session, isHeld ? 'Quarantine' : 'Inbox', html`<bdi>${called}</bdi>`)}<main><p><a href="${inboxPlace}${back}">Back to the list</a></p>${renderMessage(message)}
${done === null ? html`` : html`<p class="done" role="status">${done}</p>`}${canUndo ? html`<form method="post" action="/_ops/inbox/undo">${hidden}<input type="hidden" name="reference" value="${reference}"><button class="quiet">Undo</button></form>` : html``}
<p class="summary">${oneOf[kind]}, ${reference}, ${renderTime(createdAt)} ${renderState(form.state)} ${renderMarks(form)}</p>
${renderReach(answer)}${isHeld ? renderRelease(answer, hidden) : html``}
${answer.returned ? html`<p>Returned by ${answer.returned.by}, ${renderTime(answer.returned.at)}: <bdi>${answer.returned.reason}</bdi></p>` : html``}
${answer.erasedAt ? html`<p>The contents of this form were erased, ${renderTime(answer.erasedAt)}. Only its reference, its times and who worked on it are kept.</p>` : renderFields(answer)}
${answer.erasedAt ? html`` : renderWork(answer, typed, { hidden, people })}${renderHistory(answer)}${renderReturn(answer, { hidden, reason })}
${renderDeliveries(answer, hidden)}${renderOthers(answer, personHref)}</main>`,
  );
}

function renderReach({ form }: LookAnswer): Markup {
  const { phone, email } = form;
  const mail = /^[^\s@<>"']+@[^\s@<>"']+$/.test(email)
    ? html`<a class="button" href="mailto:${encodeURIComponent(email)}">Write <bdi>${shorten(email)}</bdi></a>`
    : html``;
  const call = renderPhone(phone);
  return html`<p class="row reach">${call.text.startsWith('<a ') ? html`<span class="call">Call ${call}</span>` : call}${mail}</p>`;
}

function renderRelease({ form }: LookAnswer, hidden: Markup): Markup {
  return html`<form class="aside" method="post" action="/_ops/inbox/${form.reference}/release">${hidden}
<p>In quarantine: ${form.quarantine ?? ''}. It was not delivered. If a person sent it, release it: it is then delivered like any other form.</p>
<button>Release ${form.reference}</button></form>`;
}

/** A lead is returned once, to the partner that sent it. */
function renderReturn({ form, returned }: LookAnswer, { hidden, reason }: { hidden: Markup; reason: string }): Markup {
  if (form.kind !== 'lead' || returned !== null || form.isErased) return html``;
  return html`<details${reason === '' ? html`` : html` open`}><summary>Return this lead</summary><form method="post" action="/_ops/inbox/${form.reference}/return">${hidden}
<label for="reason">Reason, for its partner</label><textarea id="reason" name="reason" rows="2" maxlength="500" required dir="auto">
${reason}</textarea><p><label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, return it. Its partner is told, with the reason. It cannot be undone.</label></p>
<button class="quiet">Return ${form.reference}</button></form></details>`;
}

function renderFields({ fields, title }: LookAnswer): Markup {
  return html`<h2>${title}</h2><dl>${fields.map(({ label, value }) => html`<div><dt>${label}</dt><dd dir="auto">${isMoment.test(value) ? renderTime(value) : value}</dd></div>`)}</dl>`;
}

/** A time as the API writes it. The page shows it in the same format as its other times. */
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function renderWork(
  { form }: LookAnswer,
  typed: Typed | null,
  { hidden, people }: { hidden: Markup; people: readonly string[] },
): Markup {
  const chosen = typed?.state ?? form.state;
  const assignee = typed?.assignee ?? form.assignee ?? '';
  const names = [...new Set([...people, ...(assignee === '' ? [] : [assignee])])];
  const options = names.map(
    (name) => html`<option value="${name}"${name === assignee ? html` selected` : html``}>${name}</option>`,
  );
  const choices = leadStates.map(
    (state) =>
      html`<label><input type="radio" name="state" value="${state}"${state === chosen ? html` checked` : html``}> ${stateNames[state]}</label>`,
  );
  return html`<h2>State and notes</h2><form method="post" action="/_ops/inbox/${form.reference}/save">${hidden}
<input type="hidden" name="version" value="${form.version}"><fieldset class="row"><legend>State</legend>${choices}</fieldset>
<div class="fields"><div><label for="assignee">Assigned to</label><select id="assignee" name="assignee"><option value="">Nobody</option>${options}</select></div>
<div><label for="remind-on">Reminder on</label><input id="remind-on" name="remindOn" type="date" value="${typed?.remindOn ?? form.remindOn ?? ''}"></div></div>
<label for="note">Note</label><textarea id="note" name="note" rows="4" maxlength="${officeLimits.note}" dir="auto">
${typed?.note ?? ''}</textarea><p><button>Save</button></p></form>`;
}

function renderHistory({ history }: LookAnswer): Markup {
  if (history.length === 0) return html``;
  return html`<h3>History</h3><ol class="history">${history.map(
    ({
      at,
      by,
      state,
      note,
    }) => html`<li><p>${renderTime(at)} <strong>${by}</strong>${state === null ? html`` : html` set it to ${renderState(state)}`}</p>
${note === null ? html`` : html`<p class="note" dir="auto">${note}</p>`}</li>`,
  )}</ol>`;
}

const ways: Readonly<Record<string, string>> = {
  mail: 'Mail to the office',
  webhook: 'Webhook of the CRM',
  reply: 'Reply to the visitor',
};

export function nameWay(channel: string): string {
  return ways[channel] ?? `Webhook ${channel.replace(/^webhook:/, '')}`;
}

function renderDeliveries({ form, deliveries, channels }: LookAnswer, hidden: Markup): Markup {
  const again = channels.map(
    (channel) => html`<form method="post" action="/_ops/inbox/${form.reference}/resend">${hidden}
<input type="hidden" name="channel" value="${channel}"><button class="quiet">Send again: ${nameWay(channel)}</button></form>`,
  );
  return html`<h2>Deliveries</h2>${deliveries.length === 0 ? html`<p>This form is not delivered${form.isTest ? ': it is a test' : ''}.</p>` : html``}
<ul class="deliveries">${deliveries.map(renderDelivery)}</ul>${again.length > 0 ? html`<div class="row">${again}</div>` : html``}`;
}

const whatIsTold = {
  created: '',
  returned: ', about its return',
  erased: ', about its erasure',
} as const satisfies Record<DeliveryOfForm['event'], string>;

function renderDelivery({ channel, event, state, at, lastError, tries }: DeliveryOfForm): Markup {
  const when = at === null ? html`` : html`, ${state === 'waiting' ? 'next attempt ' : ''}${renderTime(at)}`;
  const log = tries.map(
    (each) =>
      html`<li>${renderTime(each.at)} ${each.outcome} in ${each.ms} ms${each.said === null ? html`` : html`: <bdi>${each.said}</bdi>`}</li>`,
  );
  return html`<li><p><strong>${nameWay(channel)}</strong>${whatIsTold[event]}: ${state}${when}</p>${lastError === null ? html`` : html`<p class="note">${lastError}</p>`}
${log.length === 0 ? html`` : html`<details><summary>${log.length === 1 ? '1 attempt' : `${log.length} attempts`} in the last 30 days</summary><ol>${log}</ol></details>`}</li>`;
}

function renderOthers({ others }: LookAnswer, personHref: string | null): Markup {
  if (others.length === 0 && personHref === null) return html``;
  const list = others.map(
    ({ reference, kind, createdAt, state, about }) =>
      html`<li><a href="/_ops/inbox/${reference}">${reference}</a> ${oneOf[kind]}, ${renderTime(createdAt)} ${renderState(state)} <bdi>${shorten(about)}</bdi></li>`,
  );
  return html`<h2>Other forms from this address</h2>${list.length === 0 ? html`<p>There are none.</p>` : html`<ul class="others">${list}</ul>`}
${personHref === null ? html`` : html`<p><a href="${personHref}">Look up this customer: export or erase everything</a></p>`}`;
}

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

/** Describes which data is erased and which is kept, because the customer may ask the office. */
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
