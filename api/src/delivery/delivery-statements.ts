import type { SubmissionKind } from '../submissions/kinds.ts';

export interface DueDelivery {
  delivery_id: string;
  channel: string;
  /** What it tells: that the form came, that the office gave it back, or that it was erased. */
  event: 'created' | 'returned' | 'erased';
  /** With this one. */
  attempts: number;
  /** Those before this one that count. */
  refusals: number;
  failed_at: Date | null;
  taken_at: Date;
  id: string;
  kind: SubmissionKind;
  reference: string;
  payload: Record<string, unknown>;
  created_at: Date;
  returned_at: Date | null;
  return_reason: string | null;
  purged_at: Date | null;
  industry: string | null;
  page_path: string | null;
  partner: string | null;
  consent_version: string | null;
  ip: string | null;
}

const isWaiting = 'delivered_at is null and dead_at is null';

/** Whoever takes a delivery has it until `next_attempt_at`, and renews that: what a killed process had comes up again. */
const take = `
    update deliveries set attempts = attempts + 1, taken_by = $2, next_attempt_at = now() + interval '2 minutes'
    from submissions`;

const taken = `
    returning deliveries.id as delivery_id, channel, event, attempts, refusals, failed_at, now() as taken_at, submissions.id,
      kind, reference, payload, submissions.created_at, returned_at, return_reason, purged_at, industry, page_path, partner, consent_version, ip`;

/** How long a try took, by the database's clock, which a correction may set back. */
const msSince = (taken: string) =>
  `greatest(0, least(2000000000, extract(epoch from clock_timestamp() - ${taken}::timestamptz) * 1000))::integer`;

/** Any number of processes may take at once. */
export const takeDue = `${take}
    where submissions.id = deliveries.submission_id and deliveries.id in (
      select id from deliveries where channel = $1 and ${isWaiting} and next_attempt_at <= now()
      order by next_attempt_at limit $3 for update skip locked
    )${taken}`;

/**
 * Takes one delivery over a channel that is away, when it is time to look again: a new one within the second, so that
 * one that spoils every try does not hold up the others; else the one that waits longest. Where everything was refused
 * ($3 in a row), those that wait for their own next time are asked for, too.
 */
export const takeProbe = `
    with turn as (
      select probe_at <= now() as for_all, refused_in_a_row >= $3 as for_later from delivery_channels
      where name = $1 and away_since is not null and least(probe_at, fresh_probe_at) <= now() for update skip locked
    ), fresh as (
      select id from deliveries
      where channel = $1 and ${isWaiting} and attempts = 0 and exists (select from turn)
        and next_attempt_at between now() - interval '1 minute' and now()
      order by next_attempt_at desc limit 1 for update skip locked
    ), oldest as (
      select id from deliveries
      where channel = $1 and ${isWaiting} and not exists (select from fresh) and exists (select from turn where for_all)
        and (next_attempt_at <= now() or taken_by is null and exists (select from turn where for_later))
      order by next_attempt_at limit 1 for update skip locked
    ), chosen as (
      select id from fresh union all select id from oldest
    ), noted as (
      update delivery_channels set fresh_probe_at = now() + interval '1 second',
        probe_at = case when probe_at <= now() then now() + interval '1 minute' else probe_at end
      where name = $1 and exists (select from chosen)
    )${take}
    where submissions.id = deliveries.submission_id and deliveries.id in (select id from chosen)${taken}`;

/** Those that are still ours. */
export const renew = `
    update deliveries set next_attempt_at = now() + interval '2 minutes' where id = any($1::bigint[]) and taken_by = $2`;

/**
 * The first success ends the absence of a channel, for all processes: what has come due meanwhile goes out, and so does
 * what waits for its own next time (`releasing`).
 */
export const markDelivered = `
    with done as (
      update deliveries set delivered_at = now(), dead_at = null, taken_by = null, last_error = null where id = $1
      returning id
    ), tried as (
      insert into delivery_tries (delivery_id, ms, outcome) select id, ${msSince('$3')}, 'delivered' from done
    )
    update delivery_channels set succeeded_at = now(), away_since = null, failures = 0, refused_in_a_row = 0,
      refused_last = null, last_error = null, releasing = releasing or away_since is not null
    where name = $2 and (away_since is not null or failures > 0 or refused_in_a_row > 0
      or succeeded_at is null or succeeded_at < now() - interval '200 milliseconds')`;

/** Back into the queue, unless somebody else has it by now; $4 is 1 when the try counts. */
export const putBack = `
    with back as (
      update deliveries set taken_by = null, failed_at = now(), next_attempt_at = now() + make_interval(secs => $3),
        refusals = refusals + $4::int, last_error = $5
      where id = $1 and taken_by = $2 and ${isWaiting}
      returning id
    )
    insert into delivery_tries (delivery_id, ms, outcome, said) select id, ${msSince('$6')}, 'failed', $5 from back`;

export const markDead = `
    with dead as (
      update deliveries set dead_at = now(), failed_at = now(), taken_by = null, refusals = refusals + 1, last_error = $3
      where id = $1 and taken_by = $2 and ${isWaiting}
      returning id
    )
    insert into delivery_tries (delivery_id, ms, outcome, said) select id, ${msSince('$4')}, 'given up', $3 from dead`;
