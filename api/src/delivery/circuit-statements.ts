import type { Statement } from '../database/database.ts';

/** What all processes know about a channel. */
export interface Circuit {
  away: boolean;
  succeeded_at: Date | null;
  releasing: boolean;
}

export const readCircuit: Statement = {
  name: 'read-circuit',
  text: 'select away_since is not null as away, succeeded_at, releasing from delivery_channels where name = $1',
};

/**
 * A try that began at $4 found nobody. Unless another one has succeeded since, the channel is away: it is tried again
 * after 1 s, 2 s, 4 s and so on up to half a minute, or after the $3 seconds that the other side asked for.
 */
export const noteAway: Statement = {
  name: 'note-away',
  text: `
    update delivery_channels set away_since = coalesce(away_since, now()), failures = failures + 1, last_error = $2,
      probe_at = now() + make_interval(secs => greatest($3::float8, least(30, power(2, least(failures, 5))))),
      fresh_probe_at = now() + make_interval(secs => greatest($3::float8, 1))
    where name = $1 and (succeeded_at is null or succeeded_at <= $4)
    returning failures`,
};

/** How many different deliveries in a row were refused, with $2. */
export const noteRefusal: Statement = {
  name: 'note-refusal',
  text: `
    update delivery_channels set failures = 0, refused_last = $2,
      refused_in_a_row = refused_in_a_row + (refused_last is distinct from $2::bigint)::int
    where name = $1 returning refused_in_a_row`,
};

/** A thousand at a time of those that wait for their own next time: what was refused while the channel was away. */
export const releaseSome: Statement = {
  name: 'release-some',
  text: `
    update deliveries set next_attempt_at = now() where id in (
      select id from deliveries
      where channel = $1 and delivered_at is null and dead_at is null and taken_by is null and next_attempt_at > now()
      limit 1000 for update skip locked
    )
    returning id`,
};

export const endRelease: Statement = {
  name: 'end-release',
  text: 'update delivery_channels set releasing = false where name = $1',
};

/** After a restart, which may have come with another address, and after `deliveries retry`. */
export const probeNow: Statement = {
  name: 'probe-now',
  text: 'update delivery_channels set probe_at = now(), fresh_probe_at = now() where name = any($1::text[])',
};
