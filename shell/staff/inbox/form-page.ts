import {
  type DeliveryOfForm,
  type EraseAnswer,
  type LeadState,
  type LookAnswer,
  leadStates,
  officeLimits,
  type PersonAnswer,
} from 'kit/contracts/office';
import { html, type Markup, type Part } from '../../server/http/html.ts';
import { renderDone, renderForm, renderMessage, renderSelect, renderStaffPage, renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { inboxPlace } from './inbox-address.ts';
import { countOf, oneOf, renderMarks, renderPhone, renderState, shorten, stateNames } from './marks.ts';

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
  typed: Typed | undefined;
  personHref: string | null;
  /** The list that the form was opened from, as `back` has it. */
  back: string;
  reason: string;
  canUndo: boolean;
  people: readonly string[];
}

export function renderFormPage(
  session: StaffSession,
  { answer, message, done, typed, personHref, back, people, canUndo, reason }: FormPageParts,
): string {
  const { form } = answer;
  const { reference, kind, name, createdAt } = form;
  const isHeld = form.quarantine !== null && !form.isTest && !form.isErased;
  const nobody = form.isErased ? 'Erased' : 'No name';
  const called = name === '' ? nobody : shorten(name);
  const formOf: FormOf = (act, fields, { look = '', hidden = [] } = {}) => {
    const action = act === 'undo' ? `${inboxPlace}/undo` : `${inboxPlace}/${reference}/${act}`;
    return renderForm(session, { action, look, hidden: [['back', back], ...hidden], body: fields });
  };
  const undo = html`<button class="quiet">Undo</button>`;
  const body = html`<p><a href="${inboxPlace}${back}">Back to the list</a></p>${renderMessage(message)}
${renderDone(done)}${canUndo && formOf('undo', undo, { hidden: [['reference', reference]] })}
<p class="summary">${oneOf[kind]}, ${reference}, ${renderTime(createdAt)} ${renderState(form.state)} ${renderMarks(form)}</p>
${renderReach(answer)}${isHeld && renderRelease(answer, formOf)}
${answer.returned && html`<p>Returned by ${answer.returned.by}, ${renderTime(answer.returned.at)}: <bdi>${answer.returned.reason}</bdi></p>`}
${answer.erasedAt ? html`<p>The contents of this form were erased, ${renderTime(answer.erasedAt)}. Only its reference, its times and who worked on it are kept.</p>` : renderFields(answer)}
${!answer.erasedAt && renderWork(answer, typed, { formOf, people })}${renderHistory(answer)}${renderReturn(answer, { formOf, reason })}
${renderDeliveries(answer, formOf)}${renderOthers(answer, personHref)}`;
  const place = isHeld ? 'Quarantine' : 'Inbox';
  return renderStaffPage(session, { title: reference, place, heading: html`<bdi>${called}</bdi>`, body });
}

type FormOf = (
  act: string,
  fields: Markup,
  more?: { look?: string; hidden?: readonly (readonly [string, string | number])[] },
) => Markup;

function renderReach({ form }: LookAnswer): Markup {
  const { phone, email } = form;
  const mail =
    /^[^\s@<>"']+@[^\s@<>"']+$/.test(email) &&
    html`<a class="button" href="mailto:${encodeURIComponent(email)}">Write <bdi>${shorten(email)}</bdi></a>`;
  const call = renderPhone(phone);
  return html`<p class="row reach">${call.text.startsWith('<a ') ? html`<span class="call">Call ${call}</span>` : call}${mail}</p>`;
}

function renderRelease({ form }: LookAnswer, formOf: FormOf): Markup {
  const fields = html`
<p>In quarantine: ${form.quarantine ?? ''}. It was not delivered. If a person sent it, release it: it is then delivered like any other form.</p>
<button>Release ${form.reference}</button>`;
  return formOf('release', fields, { look: 'aside' });
}

/** A lead is returned once, to the partner that sent it. */
function renderReturn({ form, returned }: LookAnswer, { formOf, reason }: { formOf: FormOf; reason: string }): Part {
  if (form.kind !== 'lead' || returned !== null || form.isErased) return null;
  const fields = html`
<label for="reason">Reason, for its partner</label><textarea id="reason" name="reason" rows="2" maxlength="500" required dir="auto">
${reason}</textarea><p><label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, return it. Its partner is told, with the reason. It cannot be undone.</label></p>
<button class="quiet">Return ${form.reference}</button>`;
  return html`<details${reason !== '' && html` open`}><summary>Return this lead</summary>${formOf('return', fields)}</details>`;
}

function renderFields({ fields, title }: LookAnswer): Markup {
  return html`<h2>${title}</h2><dl>${fields.map(({ label, value }) => html`<div><dt>${label}</dt><dd dir="auto">${isMoment.test(value) ? renderTime(value) : value}</dd></div>`)}</dl>`;
}

/** A time as the API writes it. The page shows it in the same format as its other times. */
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function renderWork(
  { form }: LookAnswer,
  typed: Typed | undefined,
  { formOf, people }: { formOf: FormOf; people: readonly string[] },
): Markup {
  const chosen = typed?.state ?? form.state;
  const assignee = typed?.assignee ?? form.assignee ?? '';
  const names = [...new Set([...people, ...(assignee === '' ? [] : [assignee])])];
  const options = [['', 'Nobody'] as const, ...names.map((name) => [name, name] as const)];
  const choices = leadStates.map(
    (state) =>
      html`<label><input type="radio" name="state" value="${state}"${state === chosen && html` checked`}> ${stateNames[state]}</label>`,
  );
  const fields = html`
<fieldset class="row"><legend>State</legend>${choices}</fieldset>
<div class="fields">${renderSelect({ name: 'assignee', label: 'Assigned to', options, chosen: assignee })}
<div><label for="remind-on">Reminder on</label><input id="remind-on" name="remindOn" type="date" value="${typed?.remindOn ?? form.remindOn ?? ''}"></div></div>
<label for="note">Note</label><textarea id="note" name="note" rows="4" maxlength="${officeLimits.note}" dir="auto">
${typed?.note ?? ''}</textarea><p><button>Save</button></p>`;
  return html`<h2>State and notes</h2>${formOf('save', fields, { hidden: [['version', form.version]] })}`;
}

function renderHistory({ history }: LookAnswer): Part {
  if (history.length === 0) return null;
  const entries = history.map(
    ({ at, by, state, note }) =>
      html`<li><p>${renderTime(at)} <strong>${by}</strong>${state !== null && html` set it to ${renderState(state)}`}</p>
${note !== null && html`<p class="note" dir="auto">${note}</p>`}</li>`,
  );
  return html`<h3>History</h3><ol class="history">${entries}</ol>`;
}

const ways: Readonly<Record<string, string>> = {
  mail: 'Mail to the office',
  webhook: 'Webhook of the CRM',
  reply: 'Reply to the visitor',
};

export function nameWay(channel: string): string {
  return ways[channel] ?? `Webhook ${channel.replace(/^webhook:/, '')}`;
}

function renderDeliveries({ form, deliveries, channels }: LookAnswer, formOf: FormOf): Markup {
  const again = channels.map((channel) => {
    const button = html`<button class="quiet">Send again: ${nameWay(channel)}</button>`;
    return formOf('resend', button, { hidden: [['channel', channel]] });
  });
  return html`<h2>Deliveries</h2>${deliveries.length === 0 && html`<p>This form is not delivered${form.isTest ? ': it is a test' : ''}.</p>`}
<ul class="deliveries">${deliveries.map(renderDelivery)}</ul>${again.length > 0 && html`<div class="row">${again}</div>`}`;
}

const whatIsTold = {
  created: '',
  returned: ', about its return',
  erased: ', about its erasure',
} as const satisfies Record<DeliveryOfForm['event'], string>;

function renderDelivery({ channel, event, state, at, lastError, tries }: DeliveryOfForm): Markup {
  const when = at !== null && html`, ${state === 'waiting' ? 'next attempt ' : ''}${renderTime(at)}`;
  const log = tries.map(
    (each) =>
      html`<li>${renderTime(each.at)} ${each.outcome} in ${each.ms} ms${each.said !== null && html`: <bdi>${each.said}</bdi>`}</li>`,
  );
  return html`<li><p><strong>${nameWay(channel)}</strong>${whatIsTold[event]}: ${state}${when}</p>${lastError !== null && html`<p class="note">${lastError}</p>`}
${log.length > 0 && html`<details><summary>${countOf(log.length, 'attempt')} in the last 30 days</summary><ol>${log}</ol></details>`}</li>`;
}

function renderOthers({ others }: LookAnswer, personHref: string | null): Part {
  if (others.length === 0 && personHref === null) return null;
  const list = others.map(
    ({ reference, kind, createdAt, state, about }) =>
      html`<li><a href="/_ops/inbox/${reference}">${reference}</a> ${oneOf[kind]}, ${renderTime(createdAt)} ${renderState(state)} <bdi>${shorten(about)}</bdi></li>`,
  );
  return html`<h2>Other forms from this address</h2>${list.length === 0 ? html`<p>There are none.</p>` : html`<ul class="others">${list}</ul>`}
${personHref !== null && html`<p><a href="${personHref}">Look up this customer: export or erase everything</a></p>`}`;
}

const title = 'Customer look-up';

/** The customer look-up: asks for a mail address or a phone number, and shows what is stored about it. */
export function renderPersonPage(
  session: StaffSession,
  { answer, asked, message }: { answer: PersonAnswer | null; asked: string; message: string | null },
): string {
  const fields = html`<label for="who">Mail address or phone number</label>
<div class="row"><input id="who" name="who" type="search" value="${asked}" maxlength="${officeLimits.email}" required autocomplete="off"><button>Look up</button></div>`;
  const body = html`
<p>Find everything that a person has sent, by the mail address or the phone number in their forms, to export or erase it.</p>
${renderForm(session, { action: personPlace, body: fields })}
${answer && renderFound(session, answer)}`;
  return renderStaffPage(session, { title, message, body });
}

const personPlace = `${inboxPlace}/person`;

function renderFound(session: StaffSession, answer: PersonAnswer): Markup {
  const { who, count, forms, mentions } = answer;
  if (count === 0 && mentions.length === 0)
    return html`<p class="empty" role="status">Nothing is kept about <bdi>${who}</bdi>.</p>`;
  const list = forms.map(
    (form) =>
      html`<li><a href="${inboxPlace}/${form.reference}">${form.reference}</a> ${oneOf[form.kind]}, ${renderTime(form.createdAt)} <bdi>${shorten(form.name)}</bdi> <bdi>${shorten(form.phone)}</bdi> <bdi>${shorten(form.email)}</bdi> ${renderMarks(form)}</li>`,
  );
  const download = html`
<p>All of it in one file (JSON), for the person who asked.</p><button class="quiet">Download</button>`;
  const erase = html`
<p><label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, erase ${countOf(count)}. It cannot be undone.</label></p>
<button>Erase ${countOf(count)}</button>`;
  return html`<h2>${countOf(count)} of <bdi>${who}</bdi></h2><ul class="others">${list}</ul>
${count > forms.length && html`<p>and ${count - forms.length} more.</p>`}
${mentions.length > 0 && html`<p>The address or number also appears in notes on ${mentions.join(', ')}.</p>`}
<h2>Export</h2>${renderForm(session, { action: `${personPlace}/export`, hidden: [['who', who]], body: download })}
<h2>Erase</h2>${renderWhatHappens(answer)}${renderForm(session, { action: `${personPlace}/erase`, hidden: Object.entries({ who, count }), body: erase })}`;
}

function namesOf(told: readonly string[]): string {
  return told
    .filter((channel) => channel !== 'reply')
    .map(nameWay)
    .join(', ');
}

/** Describes which data is erased and which is kept, because the customer may ask the office. */
function renderWhatHappens({ told, mailed, mentions }: PersonAnswer): Markup {
  const channels = namesOf(told);
  return html`<ul><li>Deleted for good: every field, the sender's network and browser, notes, and what receivers answered${mentions.length > 0 ? '; the address or number in notes on other forms' : ''}.</li>
<li>Kept: reference, kind, times and states, and who worked on it, without anything about the person. Partners see “erased”.</li>
<li>${channels === '' ? 'No webhook received any of it.' : `Told at once to erase their copies: ${channels}.`}</li>
<li>${mailed === 0 ? 'The office received no mail about it.' : `${countOf(mailed, 'mail')} about it went to the office: delete ${mailed === 1 ? 'it' : 'them'} in the mailbox yourself.`} Backups keep it until they are replaced.</li></ul>`;
}

export function renderErased(
  session: StaffSession,
  { erased, references, mentions, told, mailed }: EraseAnswer,
): string {
  const channels = namesOf(told);
  const done = `${countOf(erased)} erased${mentions > 0 ? `, and the address or number in notes on ${countOf(mentions, 'other form')}` : ''}.`;
  const body = html`${renderDone(done)}
<ul><li>${channels === '' ? 'No webhook received any of it.' : `Being told to erase their copies: ${channels}.`}</li>
<li>${mailed === 0 ? 'The office received no mail about it.' : `Still to do: delete ${countOf(mailed, 'mail')} in the office's mailbox; search it for the references below.`}</li></ul>
<p>${references.join(' ')}</p><p><a href="${inboxPlace}">Back to the inbox</a></p>`;
  return renderStaffPage(session, { title: 'Erased', place: title, body });
}
