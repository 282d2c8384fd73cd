import type { Alert } from 'kit/server/alerts/alert-log';

/** The status of a channel that has open deliveries or is unavailable. All durations are in minutes. */
export interface ChannelStatus {
  channel: string;
  waiting: number;
  dead: number;
  /** How long the oldest open delivery has waited. */
  oldest: number | null;
  /** The same for deliveries that were never refused, which wait for their channel. */
  oldest_unrefused: number | null;
  /** How long the channel has been unavailable. */
  away: number | null;
  last_error: string | null;
}

export const selectStatus = `
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

/** The kinds of alerts about deliveries. Each alert is about one channel. */
export const alarmKinds = ['dead', 'away', 'waiting'];

type IsOpen = (alarm: Pick<Alert, 'kind' | 'key'>) => boolean;

function buildAlert(kind: string, channel: string, subject: string, lines: string[], count = 1): Alert {
  return { kind, key: channel, about: channel, subject, text: lines.join('\n'), count, lasts: true };
}

const labels: Record<string, string> = { mail: 'the mail server', webhook: 'the CRM webhook' };

function labelOf(channel: string): string {
  return labels[channel] ?? `the ${channel.replace(':', ' ')}`;
}

/**
 * Finds what has been wrong for `afterMinutes`. An open alarm (`isOpen`) ends under a stricter condition than it began, so
 * that it does not begin and end repeatedly.
 */
export function findAlarms(statuses: ChannelStatus[], afterMinutes: number, isOpen: IsOpen): Alert[] {
  const alarmsOf = (status: ChannelStatus) => [
    findDead(status),
    findUnavailable(status, afterMinutes, isOpen),
    findWaiting(status, afterMinutes, isOpen),
  ];
  return statuses.flatMap(alarmsOf).filter((alarm) => alarm !== undefined);
}

function findDead({ channel, dead }: ChannelStatus): Alert | undefined {
  if (dead === 0) return undefined;
  const subject = `${formsOf(dead)} could not be delivered by ${channel} and will not be tried again`;
  const lines = [
    'See why:    npm run office -- deliveries list --dead',
    'Try again:  npm run office -- deliveries retry',
  ];
  return buildAlert('dead', channel, subject, lines, dead);
}

function findUnavailable(status: ChannelStatus, afterMinutes: number, isOpen: IsOpen): Alert | undefined {
  const { channel, away, waiting, oldest_unrefused: oldest, last_error: error } = status;
  const isLong = away !== null && away >= afterMinutes;
  const isContinuing =
    isOpen({ kind: 'away', key: channel }) && (away !== null || (oldest !== null && oldest >= afterMinutes));
  if (!isLong && !isContinuing) return undefined;
  const since = away === null ? '' : ` for ${Math.round(away)} minutes`;
  return buildAlert('away', channel, `${labelOf(channel)} has not accepted anything${since}`, [
    `${formsOf(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for it. Nothing is lost: they are sent when it is available again.`,
    `Last error: ${maskAddresses(error)}`,
    'See all:    npm run office -- deliveries status',
    'Try now:    npm run office -- deliveries retry --waiting',
  ]);
}

/** Finds forms that wait although their channel is available; an unavailable channel has its own alarm. */
function findWaiting(status: ChannelStatus, afterMinutes: number, isOpen: IsOpen): Alert | undefined {
  const { channel, away, waiting, oldest, last_error: error } = status;
  const isAlreadyOpen = isOpen({ kind: 'waiting', key: channel });
  const isLong = oldest !== null && oldest >= (isAlreadyOpen ? afterMinutes / 2 : afterMinutes);
  const isUnavailable = away !== null || isOpen({ kind: 'away', key: channel });
  if (!isLong || (isUnavailable && !isAlreadyOpen)) return undefined;
  const forms = `${formsOf(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`;
  const subject = `${forms} for delivery by ${channel}, the oldest for ${Math.round(oldest)} minutes`;
  return buildAlert('waiting', channel, subject, [
    `Last error: ${maskAddresses(error)}`,
    'See all:    npm run office -- deliveries list',
    'Try now:    npm run office -- deliveries retry --waiting',
  ]);
}

/** The subject of the message that an alarm has ended. */
export function describeEnd({ kind, key: channel, subject }: Alert): string {
  const subjects: Record<string, string> = {
    dead: `no undeliverable form is left for ${channel}`,
    away: `${labelOf(channel)} accepts everything again`,
    waiting: `no form waits long for delivery by ${channel} any more`,
  };
  return subjects[kind] ?? subject;
}

/** Masks e-mail addresses: mail servers repeat them in errors, and alerts may go to a chat. */
function maskAddresses(error: string | null): string {
  return (error ?? 'none').replace(/[^\s<>"'()[\],;:]+@[^\s<>"'()[\],;:]+/g, '[address]');
}

function formsOf(count: number): string {
  return count === 1 ? '1 form' : `${count} forms`;
}
