import type { AuditAnswer } from 'kit/contracts/office';
import { ButtonLink, Empty, Table, Time } from '../parts.tsx';
import { StaffPage } from '../staff-page.tsx';
import { inboxPlace } from './inbox-address.ts';
import { type Answered, type InboxVisit, showAnswer } from './inbox-visit.ts';

const acts = new Map([
  ['list', 'viewed a list'],
  ['look', 'opened'],
  ['save', 'updated'],
  ['undo', 'undid a change of'],
  ['resend', 'sent again'],
  ['release', 'released from quarantine'],
  ['person', 'looked up a customer'],
  ['export-person', 'exported a customer'],
  ['erase-person', 'erased a customer'],
  ['erase', 'erased'],
  ['export', 'exported'],
  ['audit', 'read this log'],
  ['return', 'returned to its partner'],
  ['retry', 'retried deliveries'],
  ['partners', 'viewed the partners'],
  ['partner-add', 'added a partner'],
  ['partner-key', 'made a key for a partner'],
  ['partner-revoke', 'revoked a key'],
  ['partner-limit', 'changed what a partner may send'],
  ['webhook-add', 'added a webhook'],
  ['webhook-rotate', 'changed the secret of a webhook'],
  ['webhook-remove', 'removed a webhook'],
]);

const place = `${inboxPlace}/audit`;

export function showAudit(visit: InboxVisit): Promise<void> {
  const { client, who, query } = visit;
  const after = query.get('after')?.slice(0, 100) || null;
  return showAnswer(
    visit,
    () => client.ask(who, { act: 'audit', after }),
    (answered) => <AuditPage {...answered} isFirst={after === null} />,
  );
}

function AuditPage({ answer, message, isFirst }: Answered<AuditAnswer> & { isFirst: boolean }) {
  return (
    <StaffPage title="Audit log" message={message}>
      <p>
        Every view and every change of forms, customers and partners, on these pages and by commands. It records neither
        the contents of forms nor search terms. The log of the control room has the changes of releases.
      </p>
      {answer?.entries.length === 0 && <Empty>No entries yet.</Empty>}
      {answer && answer.entries.length > 0 && <Entries answer={answer} isFirst={isFirst} />}
    </StaffPage>
  );
}

function Entries({ answer: { entries, next }, isFirst }: { answer: AuditAnswer; isFirst: boolean }) {
  return (
    <>
      <Table look="audit" heads={['When', 'Who', 'What', 'How']}>
        {entries.map(({ id, at, by, role, act, reference, details }) => (
          <tr key={id}>
            <td data-label="When">
              <Time iso={at} />
            </td>
            <th scope="row">
              {by}
              <small>{role}</small>
            </th>
            <td data-label="What">
              {acts.get(act) ?? act} {reference !== null && <a href={`${inboxPlace}/${reference}`}>{reference}</a>}
            </td>
            <td data-label="How">{details}</td>
          </tr>
        ))}
      </Table>
      <p className="row">
        {!isFirst && <ButtonLink href={place}>Back to the newest</ButtonLink>}
        {next !== null && (
          <ButtonLink rel="next" href={`${place}?after=${next}`}>
            Show more
          </ButtonLink>
        )}
      </p>
    </>
  );
}
