import type { Statement } from '../database/database.ts';

/** How it stands with one channel that has anything to deliver, or is away. */
export interface Standing {
  channel: string;
  waiting: number;
  dead: number;
  /** How long the oldest that waits has waited, in minutes. */
  oldest: number | null;
  /** The same of those that were never refused for themselves: they wait for their channel. */
  oldest_unrefused: number | null;
  /** Minutes that it has been away for, by now. */
  away: number | null;
  last_error: string | null;
}

export const readStanding: Statement = {
  name: 'read-standing',
  text: `
    with open as (
      select channel, count(*) filter (where dead_at is null)::int as waiting,
        count(*) filter (where dead_at is not null)::int as dead,
        extract(epoch from now() - min(created_at) filter (where dead_at is null))::float8 / 60 as oldest,
        extract(epoch from now() - min(created_at) filter (where dead_at is null and refusals = 0))::float8 / 60
          as oldest_unrefused,
        max(last_error) filter (where dead_at is null) as last_error
      from deliveries where delivered_at is null group by channel
    )
    select coalesce(channel, name) as channel, coalesce(waiting, 0) as waiting, coalesce(dead, 0) as dead, oldest,
      oldest_unrefused, extract(epoch from now() - away_since)::float8 / 60 as away,
      coalesce(delivery_channels.last_error, open.last_error) as last_error
    from open full join delivery_channels on channel = name
    order by 1`,
};

export interface AlarmRow {
  name: string;
  raised_at: Date;
  told_at: Date | null;
  told_count: number;
  /** Since it was told. */
  told_hours: number;
}

export const readAlarms: Statement = {
  name: 'read-alarms',
  text: `
    select name, raised_at, told_at, told_count,
      coalesce(extract(epoch from now() - told_at), 0)::float8 / 3600 as told_hours
    from operator_alarms`,
};

export const raiseAlarm: Statement = {
  name: 'raise-alarm',
  text: 'insert into operator_alarms (name) values ($1) on conflict (name) do nothing returning name',
};

/**
 * One process tells of an alarm at a time; one that is killed meanwhile leaves it to another, also where its clock was
 * ahead.
 */
export const claimAlarm: Statement = {
  name: 'claim-alarm',
  text: `
    update operator_alarms set telling_until = now() + interval '2 minutes'
    where name = $1 and told_count = $2
      and (telling_until <= now() or telling_until > now() + interval '5 minutes') returning name`,
};

/** $2: what was told, so that more of it can be told a day later. */
export const markTold: Statement = {
  name: 'mark-told',
  text: 'update operator_alarms set told_at = now(), told_count = $2, telling_until = now() where name = $1',
};

/** Another process, or this one in a minute, tries again. */
export const markUntold: Statement = {
  name: 'mark-untold',
  text: `update operator_alarms set telling_until = now() + interval '1 minute' where name = $1`,
};

export const endAlarm: Statement = {
  name: 'end-alarm',
  text: 'delete from operator_alarms where name = $1',
};
