import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { SiteConfig } from 'kit/contracts/site-config';
import { alertChannelsOf } from 'kit/server/alerts/operator-settings';
import type { SendMailOptions } from 'nodemailer';
import { channelsOf, replyChannel } from '../delivery/channel.ts';
import { buildMailer } from '../delivery/mailer.ts';
import { RepeatedJob } from '../repeated-job.ts';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { isHeld, oneLine, personOf } from '../submissions/stored-form.ts';

const reportEveryMs = 60_000;
/** In milliseconds; the process is killed 10 s after it was asked to stop. */
const finishMs = 5000;

/**
 * Delivers released forms, and once a day notifies the office of new ones: by mail, and as numbers to OPERATOR_WEBHOOK_URL.
 * It runs in any number of processes.
 */
@Injectable()
export class QuarantineWorker extends RepeatedJob {
  protected readonly failed = 'the quarantine waits for the database';
  protected override readonly everyMs = 1000;
  private readonly mailer = buildMailer(this.settings);
  private readonly operators = alertChannelsOf({
    settings: this.settings.operator,
    site: this.settings.site,
    sendMail: null,
    link: null,
  });
  private reportedAt = Number.NEGATIVE_INFINITY;

  override async beforeApplicationShutdown(): Promise<void> {
    const stopped = super.beforeApplicationShutdown();
    // A mail in progress may finish; one that hangs is aborted and sent again with the same Message-ID.
    await Promise.race([stopped, sleep(finishMs, undefined, { ref: false })]);
    this.mailer.close();
    await stopped;
  }

  /** Queues the deliveries of released forms. @returns their references */
  async queueReleased(): Promise<string[]> {
    const rows = await this.database.run<{ reference: string }>(queueReleased, [
      // No automatic reply: it would be days late, and the address may be a stranger's.
      Object.keys(this.channels).filter((channel) => channel !== replyChannel),
    ]);
    for (const { reference } of rows) this.log.info({ reference }, 'released from quarantine');
    return rows.map(({ reference }) => reference);
  }

  async report(): Promise<void> {
    await this.database.run(openReport, [this.settings.quarantineMailHour]);
    const [taken] = await this.database.run<{ day: string; attempts: number }>(takeReport, []);
    if (!taken) return;
    const { day, attempts } = taken;
    const failed = 'the mail about the quarantine was not sent';
    const isSent = await this.attempt(() => this.send(day, attempts), failed, { day, attempts });
    await this.database.run(isSent ? markReportSent : postponeReport, [day]);
  }

  private async send(day: string, attempts: number): Promise<void> {
    const held = await this.database.run<ReportedRow & Record<string, unknown>>(readReport, [day, maxNamed]);
    if (held.length === 0) return;
    // Only with the first attempt, and in addition to the mail, because only the mail names the forms.
    if (attempts === 1) await this.notifyOperator(day, held[0]?.total ?? held.length);
    await this.mailer.send(composeQuarantineMail(day, held, this.settings.site), `quarantine-${day}`);
    this.log.info({ day, forms: held[0]?.total }, 'the mail about the quarantine was sent to the office');
  }

  /** Only with numbers: a chat must not get personal data. */
  private async notifyOperator(day: string, forms: number): Promise<void> {
    const text = `${formsOf(forms)} in quarantine since the last notice: a machine seems to have sent ${forms === 1 ? 'it' : 'them'}.\nSee all:    npm run office -- quarantine list`;
    const at = new Date().toISOString();
    const message = {
      type: 'quarantine',
      id: `quarantine-${day}`,
      title: null,
      text,
      at,
      data: { day, forms },
    } as const;
    const failed = 'the notice about the quarantine was not sent to the operator';
    for (const channel of this.operators) {
      await this.attempt(() => channel.send(message, this.stopping.signal), failed, { day });
    }
  }

  async work(): Promise<void> {
    await this.queueReleased();
    if (performance.now() - this.reportedAt < reportEveryMs) return;
    await this.report();
    this.reportedAt = performance.now();
  }
}

/** Queues released forms on the current channels, each form once, even if several processes run it at the same time. */
const queueReleased = `
    with released as (
      select id from submissions
      where released_at is not null and release_queued_at is null and purged_at is null
      order by released_at limit 100 for update skip locked
    ), queued as (
      update submissions set release_queued_at = now() where id in (select id from released)
      returning id, reference, kind, partner
    ), deliveries as (
      insert into deliveries (submission_id, channel)
      select id, channel from queued cross join lateral (${channelsOf('$1', { kind: 'queued.kind', partner: 'queued.partner' })}) as channels
    )
    select reference from queued`;

/** Opens today's report after the given hour (UTC), if there is anything that no report has covered. */
const openReport = `
    with opened as (
      insert into quarantine_reports (day)
      select (now() at time zone 'UTC')::date
      where extract(hour from now() at time zone 'UTC') >= $1
        and exists (select 1 from submissions where ${isHeld} and quarantine_reported_on is null)
      on conflict (day) do nothing
      returning day
    )
    update submissions set quarantine_reported_on = opened.day from opened
    where ${isHeld} and quarantine_reported_on is null`;

/**
 * Takes the oldest unsent report that no process has worked on for longer than any mail server may take (RFC 5321, section
 * 4.5.3.2.6), so that the report of a killed process is retried. None waits longer than 6 hours, except after a clock that
 * was ahead.
 */
const takeReport = `
    update quarantine_reports set attempts = attempts + 1, next_attempt_at = now() + interval '15 minutes'
    where day = (
      select day from quarantine_reports
      where sent_at is null and (next_attempt_at <= now() or next_attempt_at > now() + interval '7 hours')
      order by day limit 1 for update skip locked
    )
    returning day::text, attempts`;

interface ReportedRow {
  reference: string;
  kind: SubmissionKind;
  quarantine_reason: string;
  created_at: Date;
  payload: Record<string, unknown>;
  /** Counts all forms of the report, not only the returned ones. */
  total: number;
}

const readReport = `
    select reference, kind, quarantine_reason, created_at, payload, count(*) over ()::int as total
    from submissions where quarantine_reported_on = $1::date and ${isHeld}
    order by created_at desc limit $2`;

const markReportSent = 'update quarantine_reports set sent_at = now() where day = $1::date';

/** After 5 minutes, then doubling up to 6 hours. */
const postponeReport = `
    update quarantine_reports
    set next_attempt_at = now() + make_interval(secs => least(21600, 300 * power(2, least(attempts, 10) - 1)))
    where day = $1::date`;

/** A mail lists at most this many forms. The command lists all. */
export const maxNamed = 50;

/** The daily mail for the office about new forms in quarantine. `held` is not empty. */
function composeQuarantineMail(day: string, held: ReportedRow[], site: SiteConfig): SendMailOptions {
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
    // The same for each attempt, so that a repeated mail is shown once.
    messageId: `<quarantine-${day}@${new URL(site.publicOrigin).hostname}>`,
    text: lines.join('\n'),
  };
}

function formsOf(total: number): string {
  return total === 1 ? '1 form' : `${total} forms`;
}

function lineOf({ reference, kind, quarantine_reason: reason, created_at: createdAt, payload }: ReportedRow): string {
  const { name, phone, email } = personOf(kind, payload);
  // A bot's text must not look like another entry of the list.
  const who = [name, phone, email].map((text) => oneLine(text).slice(0, 80)).filter((text) => text !== '');
  return `${reference}  ${kind}  ${createdAt.toISOString().slice(0, 16)}Z  ${who.join(', ')}  (${reason})`;
}
