import type { SiteConfig } from 'kit/contracts/site-config';
import type { SendMailOptions } from 'nodemailer';
import { personOf } from '../submissions/person-of.ts';
import type { ReportedRow } from './quarantine-statements.ts';

/** As many as somebody reads in a mail; the command lists the others. */
export const mostNamed = 50;

/** The day's mail about what is held back, for the office. `held` is not empty. */
export function composeQuarantineMail(day: string, held: ReportedRow[], site: SiteConfig): SendMailOptions {
  const total = held[0]?.total ?? held.length;
  const forms = formsOf(total);
  const unnamed = total - held.length;
  const lines = [
    `${forms} came in since the last of these mails and ${total === 1 ? 'was' : 'were'} not delivered, because a machine`,
    'seems to have sent them. Now and then it is a person whose browser filled in a hidden field: please look.',
    '',
    ...held.map(lineOf),
    ...(unnamed > 0 ? [`and ${unnamed} more.`] : []),
    '',
    'See all of them:      npm run office -- quarantine list',
    `Deliver one of them:  npm run office -- quarantine release ${held[0]?.reference ?? ''}`,
  ];
  return {
    from: { name: `${site.brand} website`, address: site.mailboxes.officeManager },
    to: site.mailboxes.officeManager,
    subject: `Quarantine: ${forms} not delivered`,
    // The same with each try, so that a mail that was taken without our hearing of it is shown once.
    messageId: `<quarantine-${day}@${new URL(site.publicOrigin).hostname}>`,
    text: lines.join('\n'),
  };
}

/** The same for a chat, where no personal data belong. */
export function composeQuarantineNotice(total: number): string {
  return `${formsOf(total)} in quarantine that nobody has been told of: a machine seems to have sent ${total === 1 ? 'it' : 'them'}.\nSee all:    npm run office -- quarantine list`;
}

function formsOf(total: number): string {
  return total === 1 ? '1 form' : `${total} forms`;
}

function lineOf({ reference, kind, quarantine_reason: reason, created_at: createdAt, payload }: ReportedRow): string {
  const { name, phone, email } = personOf(kind, payload);
  const who = [name, phone, email].map(oneLine).filter((text) => text !== '');
  return `${reference}  ${kind}  ${createdAt.toISOString().slice(0, 16)}Z  ${who.join(', ')}  (${reason})`;
}

/** What a machine wrote must not look like another form of the list. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 80);
}
