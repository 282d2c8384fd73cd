import type { LookAnswer, RequestOf } from 'kit/contracts/office';
import type { ReactNode } from 'react';
import { At, Button, ButtonLink, countOf, Joined, PostForm, Time, Words } from '../parts.tsx';
import { StaffPage } from '../staff-page.tsx';
import { nameWay } from './deliveries.tsx';
import { addressOf, formAddress, inboxPlace, type Listing, queryOf } from './inbox-address.ts';
import { oneOf, shorten } from './marks.tsx';

interface ConfirmPageProps {
  answer: LookAnswer;
  act: 'release' | 'resend';
  channel: string;
  back: string;
}

export function ConfirmPage({ answer, act, channel, back }: ConfirmPageProps) {
  const { reference, name, about, kind, createdAt } = answer.form;
  const isRelease = act === 'release';
  return (
    <StaffPage
      title={isRelease ? `Release ${reference}?` : `Send ${reference} again?`}
      place={isRelease ? 'Quarantine' : 'Inbox'}
    >
      <p>
        {oneOf[kind]} of <bdi>{name === '' ? 'no name' : shorten(name)}</bdi>, <Time iso={createdAt} />
        <Words text={shorten(about)} />
      </p>
      <h2>What happens</h2>
      <ul>
        {isRelease ? <Release answer={answer} /> : <Resend answer={answer} channel={channel} />}
        <li>A delivery cannot be undone. Nothing has been sent yet.</li>
      </ul>
      <Confirm
        action={`${inboxPlace}/${reference}/${act}`}
        hidden={Object.entries({ channel, back })}
        cancel={formAddress(reference, { back })}
      >
        {isRelease ? `Yes, release ${reference}` : `Yes, send it again: ${nameWay(channel)}`}
      </Confirm>
    </StaffPage>
  );
}

interface ConfirmProps {
  action: string;
  hidden: Iterable<readonly [name: string, value: string]>;
  cancel: string;
  children: ReactNode;
}

function Confirm({ action, hidden, cancel, children }: ConfirmProps) {
  return (
    <PostForm action={action} hidden={[['sure', 'yes'], ...hidden]}>
      <p className="row">
        <Button>{children}</Button>
        <ButtonLink href={cancel}>Cancel</ButtonLink>
      </p>
    </PostForm>
  );
}

function Release({ answer: { form } }: { answer: LookAnswer }) {
  return (
    <>
      <li>
        It was quarantined: <bdi>{form.quarantine ?? 'for an unknown reason'}</bdi>. It moves from the quarantine to the
        inbox.
      </li>
      <li>
        It is delivered like any other form: by mail to the office, and to every webhook that is set up for it. The
        visitor gets no reply.
      </li>
    </>
  );
}

function Resend({ answer: { deliveries }, channel }: { answer: LookAnswer; channel: string }) {
  const before = deliveries.filter((one) => one.channel === channel && one.event !== 'erased');
  const states = before.map(({ state, at }) => (
    <>
      {state}
      <At words=", " iso={at} />.
    </>
  ));
  return (
    <>
      <li>{nameWay(channel)} gets the complete form again.</li>
      <li>So far: {before.length === 0 ? 'it was never sent there.' : <Joined by=" " parts={states} />}</li>
    </>
  );
}

export function SpamPage({ forms, listing }: { forms: RequestOf<'spam'>['forms']; listing: Listing }) {
  const what = countOf(forms.length);
  const picks = forms.map(({ reference, version }) => ['pick', `${reference}.${version}`] as const);
  return (
    <StaffPage title={`Delete ${what}?`} place="Quarantine" heading={`Delete ${what} as spam?`}>
      <h2>What happens</h2>
      <ul>
        <li>{forms.map(({ reference }) => reference).join(', ')}</li>
        <li>
          Every field, the sender's network and browser, and notes are deleted for good. The references and times are
          kept.
        </li>
        <li>Nothing has been deleted yet.</li>
      </ul>
      <Confirm
        action={`${inboxPlace}/spam`}
        hidden={[['place', listing.place], ...queryOf(listing), ...picks]}
        cancel={addressOf(listing)}
      >
        Yes, delete {what}
      </Confirm>
    </StaffPage>
  );
}
