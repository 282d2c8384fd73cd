import { channelsOf } from '../delivery/channel.ts';
import type { SubmissionKind } from '../submissions/kinds.ts';

/** Queues released forms on the current channels, each form once, even if several processes run it at the same time. */
export const queueReleased = `
    with queued as (
      update submissions set release_queued_at = now()
      where id in (
        select id from submissions
        where released_at is not null and release_queued_at is null and purged_at is null
        order by released_at limit 100 for update skip locked
      )
      returning id, reference, kind, partner
    ), deliveries as (
      insert into deliveries (submission_id, channel)
      select id, channel from queued cross join lateral (${channelsOf('$1', { kind: 'queued.kind', partner: 'queued.partner' })}) as channels
    )
    select reference from queued`;

/** In quarantine: neither released nor erased. A test is never delivered, so it is not in quarantine either. */
export const isHeld = 'quarantine_reason is not null and purged_at is null and not is_test';

/** Opens today's report after the given hour (UTC), if there is anything that no report has covered. */
export const openReport = `
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
export const takeReport = `
    update quarantine_reports set attempts = attempts + 1, next_attempt_at = now() + interval '15 minutes'
    where day = (
      select day from quarantine_reports
      where sent_at is null and (next_attempt_at <= now() or next_attempt_at > now() + interval '7 hours')
      order by day limit 1 for update skip locked
    )
    returning day::text, attempts`;

export interface ReportedRow {
  reference: string;
  kind: SubmissionKind;
  quarantine_reason: string;
  created_at: Date;
  payload: Record<string, unknown>;
  /** Counts all forms of the report, not only the returned ones. */
  total: number;
}

/** The newest forms of a report that have been neither released nor erased since. */
export const readReport = `
    select reference, kind, quarantine_reason, created_at, payload, count(*) over ()::int as total
    from submissions where quarantine_reported_on = $1::date and ${isHeld}
    order by created_at desc limit $2`;

export const markReportSent = 'update quarantine_reports set sent_at = now() where day = $1::date';

/** After 5 minutes, then doubling up to 6 hours. */
export const postponeReport = `
    update quarantine_reports
    set next_attempt_at = now() + make_interval(secs => least(21600, 300 * power(2, least(attempts, 10) - 1)))
    where day = $1::date`;
