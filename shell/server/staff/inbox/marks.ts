import type { LeadState, ListedForm, OfficeKind } from 'kit/contracts/office';
import { telephoneHref } from 'kit/contracts/telephone';
import { html, type Markup } from '../../http/html.ts';
import { minute } from '../staff-document.ts';

export const stateNames = {
  new: 'New',
  called: 'Called',
  won: 'Won',
  lost: 'Lost',
} as const satisfies Record<LeadState, string>;

/** What one form of a kind is called. */
export const oneOf = {
  lead: 'Lead',
  intake: 'Intake',
  support: 'Support',
  feedback: 'Feedback',
  inquiry: 'Inquiry',
} as const satisfies Record<OfficeKind, string>;

export function renderState(state: LeadState): Markup {
  return html`<span class="state ${state}">${stateNames[state]}</span>`;
}

/** What is to be known of a form at a glance. */
export function renderMarks({ isTest, quarantine, isErased, isUndelivered }: ListedForm): Markup {
  const marks = [
    ...(isTest ? ['Test'] : []),
    ...(quarantine === null ? [] : [`In quarantine: ${shorten(quarantine)}`]),
    ...(isErased ? ['Erased'] : []),
    ...(isUndelivered ? ['Not delivered'] : []),
  ];
  return html`${marks.map((words) => html`<span class="mark">${words}</span> `)}`;
}

export function renderTime(iso: string): Markup {
  return html`<time datetime="${iso}">${minute(iso)}</time>`;
}

/** What looks like a number can be called. */
export function renderPhone(phone: string): Markup {
  if (phone === '') return html``;
  return /^[+()\d][\d ()./-]{6,38}$/.test(phone)
    ? html`<a href="${telephoneHref(phone)}">${phone}</a>`
    : html`<bdi>${shorten(phone)}</bdi>`;
}

/** In a list nobody reads more; the form itself has all of it. */
export function shorten(text: string): string {
  const most = 120;
  return text.length > most ? `${[...text.slice(0, most)].slice(0, -1).join('')}…` : text;
}
