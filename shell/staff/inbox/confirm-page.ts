import type { LookAnswer, RequestOf } from 'kit/contracts/office';
import { html, type Markup } from '../../server/http/html.ts';
import { renderForm, renderStaffPage, renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { nameWay } from './form-page.ts';
import { addressOf, formAddress, inboxPlace, type Listing, queryOf } from './inbox-address.ts';
import { countOf, oneOf, shorten } from './marks.ts';

/** The confirmation of a delivery, which cannot be undone. */
export function renderConfirmPage(
  session: StaffSession,
  answer: LookAnswer,
  { act, channel, back }: { act: 'release' | 'resend'; channel: string; back: string },
): string {
  const { reference, name, about, kind, createdAt } = answer.form;
  const isRelease = act === 'release';
  const title = isRelease ? `Release ${reference}?` : `Send ${reference} again?`;
  const fields = html`
<p class="row"><button>${isRelease ? `Yes, release ${reference}` : `Yes, send it again: ${nameWay(channel)}`}</button><a class="button" href="${formAddress(reference, { back })}">Cancel</a></p>`;
  const hidden = Object.entries({ sure: 'yes', channel, back });
  const body = html`
<p class="summary">${oneOf[kind]} of <bdi>${name === '' ? 'no name' : shorten(name)}</bdi>, ${renderTime(createdAt)}${about !== '' && html`: <bdi>${shorten(about)}</bdi>`}</p>
<h2>What happens</h2><ul>${isRelease ? renderRelease(answer) : renderResend(answer, channel)}<li>A delivery cannot be undone. Nothing has been sent yet.</li></ul>
${renderForm(session, { action: `${inboxPlace}/${reference}/${act}`, hidden, body: fields })}`;
  return renderStaffPage(session, { title, place: isRelease ? 'Quarantine' : 'Inbox', body });
}

function renderRelease({ form }: LookAnswer): Markup {
  return html`<li>It was quarantined: <bdi>${form.quarantine ?? 'for an unknown reason'}</bdi>. It moves from the quarantine to the inbox.</li>
<li>It is delivered like any other form: by mail to the office, and to every webhook that is set up for it. The visitor gets no reply.</li>`;
}

function renderResend({ deliveries }: LookAnswer, channel: string): Markup {
  const before = deliveries.filter((one) => one.channel === channel && one.event !== 'erased');
  const states = before.map(({ state, at }) => html`${state}${at === null ? '' : html`, ${renderTime(at)}`}. `);
  return html`<li>${nameWay(channel)} gets the complete form again.</li>
<li>So far: ${before.length === 0 ? 'it was never sent there.' : states}</li>`;
}

/** The confirmation before forms of the quarantine are erased. */
export function renderSpamPage(
  session: StaffSession,
  forms: RequestOf<'spam'>['forms'],
  { listing, hide }: { listing: Listing; hide: (text: string) => string },
): string {
  const what = countOf(forms.length);
  const picks = forms.map(({ reference, version }) => ['pick', `${reference}.${version}`] as const);
  const hidden = [['sure', 'yes'] as const, ['place', listing.place] as const, ...queryOf(listing, hide), ...picks];
  const fields = html`
<p class="row"><button>Yes, delete ${what}</button><a class="button" href="${addressOf(listing, hide)}">Cancel</a></p>`;
  const body = html`
<h2>What happens</h2><ul><li>${forms.map(({ reference }) => reference).join(', ')}</li>
<li>Every field, the sender's network and browser, and notes are deleted for good. The references and times are kept.</li><li>Nothing has been deleted yet.</li></ul>
${renderForm(session, { action: `${inboxPlace}/spam`, hidden, body: fields })}`;
  const title = `Delete ${what}?`;
  return renderStaffPage(session, { title, place: 'Quarantine', heading: `Delete ${what} as spam?`, body });
}
