import type { Alert } from 'kit/server/alerts/alert-log';

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

export const readStanding = `
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
    order by 1`;

/** The kinds of alerts about the outbox; each is about one channel. */
export const alarmKinds = ['dead', 'away', 'waiting'];

type IsOpen = (alarm: Pick<Alert, 'kind' | 'key'>) => boolean;

function conditionOf(kind: string, channel: string, subject: string, lines: string[], count = 1): Alert {
  return { kind, key: channel, about: channel, subject, text: lines.join('\n'), count, lasts: true };
}

const wayNames: Record<string, string> = { mail: 'the mail server', webhook: 'the CRM webhook' };

function wayOf(channel: string): string {
  return wayNames[channel] ?? `the ${channel.replace(':', ' ')}`;
}

/**
 * What is wrong now, after `patience` minutes. What was raised before goes on until it is well over: `isOpen` tells of
 * that, so that nothing is raised and ended by turns.
 */
export function findAlarms(standings: Standing[], patience: number, isOpen: IsOpen): Alert[] {
  const alarmsOf = (standing: Standing) => [
    findDead(standing),
    findAway(standing, patience, isOpen),
    findWaiting(standing, patience, isOpen),
  ];
  return standings.flatMap(alarmsOf).filter((alarm) => alarm !== undefined);
}

function findDead({ channel, dead }: Standing): Alert | undefined {
  if (dead === 0) return undefined;
  const subject = `${formsOf(dead)} could not be delivered by ${channel} and will not be tried again`;
  const lines = [
    'See why:    npm run office -- deliveries list --dead',
    'Try again:  npm run office -- deliveries retry',
  ];
  return conditionOf('dead', channel, subject, lines, dead);
}

function findAway(standing: Standing, patience: number, isOpen: IsOpen): Alert | undefined {
  const { channel, away, waiting, oldest_unrefused: oldest, last_error: error } = standing;
  const isAway = away !== null && away >= patience;
  const isNotOver =
    isOpen({ kind: 'away', key: channel }) && (away !== null || (oldest !== null && oldest >= patience));
  if (!isAway && !isNotOver) return undefined;
  const since = away === null ? '' : ` for ${Math.round(away)} minutes`;
  return conditionOf('away', channel, `${wayOf(channel)} has not taken anything${since}`, [
    `${formsOf(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for it. Nothing is lost: they go out by themselves once it is back.`,
    `It says:    ${quote(error)}`,
    'See all:    npm run office -- deliveries status',
    'Try now:    npm run office -- deliveries retry --waiting',
  ]);
}

/** Beside a channel that is away, which says so itself. */
function findWaiting(standing: Standing, patience: number, isOpen: IsOpen): Alert | undefined {
  const { channel, away, waiting, oldest, last_error: error } = standing;
  const isOwnOpen = isOpen({ kind: 'waiting', key: channel });
  const isLong = oldest !== null && oldest >= (isOwnOpen ? patience / 2 : patience);
  const saysSoItself = away !== null || isOpen({ kind: 'away', key: channel });
  if (!isLong || (saysSoItself && !isOwnOpen)) return undefined;
  const forms = `${formsOf(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`;
  return conditionOf(
    'waiting',
    channel,
    `${forms} for delivery by ${channel}, the oldest for ${Math.round(oldest)} minutes`,
    [
      `It says:    ${quote(error)}`,
      'See all:    npm run office -- deliveries list',
      'Try now:    npm run office -- deliveries retry --waiting',
    ],
  );
}

/** What is said when an alarm is over. */
export function describeEnd({ kind, key: channel, subject }: Alert): string {
  const way = wayOf(channel);
  const subjects: Record<string, string> = {
    dead: `nothing that was to go out by ${channel} is given up any more`,
    away: `${way} takes everything again`,
    waiting: `nothing waits long for delivery by ${channel} any more`,
  };
  return subjects[kind] ?? subject;
}

/** Mail servers repeat addresses, and what is told may stand in a chat. */
function quote(error: string | null): string {
  return (error ?? 'nothing').replace(/[^\s<>"'()[\],;:]+@[^\s<>"'()[\],;:]+/g, '[address]');
}

function formsOf(count: number): string {
  return count === 1 ? '1 form' : `${count} forms`;
}
