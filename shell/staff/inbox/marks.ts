import { type LeadState, type ListedForm, leadStates, type OfficeKind } from 'kit/contracts/office';
import { telephoneHref } from 'kit/contracts/telephone';
import { html, type Markup, type Part } from '../../server/http/html.ts';

export const stateNames = {
  new: 'New',
  called: 'Called',
  won: 'Won',
  lost: 'Lost',
} as const satisfies Record<LeadState, string>;

export function stateOf(text: string | null): LeadState | null {
  return leadStates.find((state) => state === text) ?? null;
}

/** The name of one form of a kind. */
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

/** The marks of a form: test, quarantine, erased, not delivered. */
export function renderMarks({ isTest, quarantine, isErased, isUndelivered }: ListedForm): Part {
  const mark = (words: string) => html`<span class="mark">${words}</span> `;
  return [
    isTest && mark('Test'),
    quarantine !== null && mark(`In quarantine: ${shorten(quarantine)}`),
    isErased && mark('Erased'),
    isUndelivered && mark('Not delivered'),
  ];
}

/** A phone number is a link when it looks like one. */
export function renderPhone(phone: string): Markup {
  if (phone === '') return html``;
  return /^[+()\d][\d ()./-]{6,38}$/.test(phone)
    ? html`<a href="${telephoneHref(phone)}">${phone}</a>`
    : html`<bdi>${shorten(phone)}</bdi>`;
}

/** `1 form`, `2 forms`. */
export function countOf(number: number, one = 'form'): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

/** Cuts text for a list; the page of the form shows all of it. */
export function shorten(text: string): string {
  const most = 120;
  return text.length > most ? `${[...text.slice(0, most)].slice(0, -1).join('')}…` : text;
}
