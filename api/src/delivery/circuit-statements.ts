/** What all processes know about a channel. */
export interface Circuit {
  away: boolean;
  succeeded_at: Date | null;
  releasing: boolean;
  /** Something of it happened at a time that is still to come: the clock was ahead, and is no more. */
  is_ahead: boolean;
}

/** What a correction of the clock by less than that puts off need not be told from what waits. */
const slack = "interval '5 seconds'";
/** A claim is renewed long before its 2 minutes are over; one that ends later was made by another clock. */
const longestClaim = "interval '3 minutes'";

export const readCircuit = `
    select away_since is not null as away, succeeded_at, releasing,
      coalesce(greatest(succeeded_at, away_since) > now() + ${slack}, false) or exists (
        select from deliveries
        where channel = $1 and delivered_at is null and dead_at is null and next_attempt_at > now()
          and (
            taken_by is null and coalesce(failed_at, created_at) > now() + ${slack}
            or taken_by is not null and next_attempt_at > now() + ${longestClaim}
          )
      ) as is_ahead
    from delivery_channels where name = $1`;

/**
 * What a clock that was ahead has put off is due now, whatever it waits for, as after the first success; claims end in 2
 * minutes. Else a lead that was kept while the clock was 3 hours ahead would wait for as long, and nobody would be told.
 */
export const setBackToNow = `
    with known as (
      update delivery_channels set probe_at = now(), fresh_probe_at = now(),
        succeeded_at = case when succeeded_at > now() then now() else succeeded_at end,
        away_since = case when away_since > now() then now() else away_since end
      where name = $1
    )
    update deliveries set failed_at = case when failed_at > now() then now() else failed_at end,
      next_attempt_at = now() + case when taken_by is null then interval '0' else interval '2 minutes' end
    where channel = $1 and delivered_at is null and dead_at is null
      and next_attempt_at > now() + case when taken_by is null then interval '0' else ${longestClaim} end`;

/**
 * A try that began at $4 found nobody. Unless another one has succeeded since, the channel is away: it is tried again
 * after 1 s, 2 s, 4 s and so on up to half a minute, or after the $3 seconds that the other side asked for.
 */
export const noteAway = `
    update delivery_channels set away_since = coalesce(away_since, now()), failures = failures + 1, last_error = $2,
      probe_at = now() + make_interval(secs => greatest($3::float8, least(30, power(2, least(failures, 5))))),
      fresh_probe_at = now() + make_interval(secs => greatest($3::float8, 1))
    where name = $1 and (succeeded_at is null or succeeded_at <= $4)
    returning failures`;

/**
 * How many different deliveries in a row were refused, with $2. A refusal is an answer, after which a channel that was away
 * is asked at once again, unless it refuses everything ($3 in a row): then it is asked more and more seldom.
 */
export const noteRefusal = `
    update delivery_channels set refused_last = $2,
      refused_in_a_row = refused_in_a_row + (refused_last is distinct from $2::bigint)::int,
      failures = case when refused_in_a_row + (refused_last is distinct from $2::bigint)::int >= $3 then failures else 0 end
    where name = $1 returning refused_in_a_row`;

/** A thousand at a time of those that wait for their own next time: what was refused while the channel was away. */
export const releaseSome = `
    update deliveries set next_attempt_at = now() where id in (
      select id from deliveries
      where channel = $1 and delivered_at is null and dead_at is null and taken_by is null and next_attempt_at > now()
      limit 1000 for update skip locked
    )
    returning id`;

export const endRelease = 'update delivery_channels set releasing = false where name = $1';

/** After a restart, which may have come with another address, and after `deliveries retry`. */
export const probeNow =
  'update delivery_channels set probe_at = now(), fresh_probe_at = now() where name = any($1::text[])';
