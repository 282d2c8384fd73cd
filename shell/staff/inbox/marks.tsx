import { type LeadState, type ListedForm, leadStates, type OfficeKind } from 'kit/contracts/office';
import { telephoneHref } from 'kit/contracts/telephone';
import { Fragment } from 'react';

export const stateNames = {
  new: 'New',
  called: 'Called',
  won: 'Won',
  lost: 'Lost',
} as const satisfies Record<LeadState, string>;

export function stateOf(text: string | null): LeadState | null {
  return leadStates.find((state) => state === text) ?? null;
}

export const oneOf = {
  lead: 'Lead',
  intake: 'Intake',
  support: 'Support',
  feedback: 'Feedback',
  inquiry: 'Inquiry',
} as const satisfies Record<OfficeKind, string>;

export function State({ state }: { state: LeadState }) {
  return <span className={`state ${state}`}>{stateNames[state]}</span>;
}

export function Marks({ form: { isTest, quarantine, isErased, isUndelivered } }: { form: ListedForm }) {
  const marks = [
    isTest && 'Test',
    quarantine !== null && `In quarantine: ${shorten(quarantine)}`,
    isErased && 'Erased',
    isUndelivered && 'Not delivered',
  ];
  return marks.map(
    (mark) =>
      mark !== false && (
        <Fragment key={mark}>
          <span className="mark">{mark}</span>{' '}
        </Fragment>
      ),
  );
}

export function isPhone(text: string): boolean {
  return /^[+()\d][\d ()./-]{6,38}$/.test(text);
}

/** A phone number is a link when it looks like one. */
export function Phone({ text }: { text: string }) {
  if (isPhone(text)) return <a href={telephoneHref(text)}>{text}</a>;
  return text !== '' && <bdi>{shorten(text)}</bdi>;
}

/** Cuts text for a list; the page of the form shows all of it. */
export function shorten(text: string): string {
  const most = 120;
  return text.length > most ? `${[...text.slice(0, most)].slice(0, -1).join('')}…` : text;
}
