import type { Standing } from './alarm-statements.ts';

/** Something that an operator must hear of. */
export interface Trouble {
  name: string;
  /** What there is of it; more of it is told again after a day. */
  count: number;
  /** One sentence, then what to do. */
  subject: string;
  text: string;
}

const wayNames: Record<string, string> = { mail: 'the mail server', webhook: 'the CRM webhook' };

function wayOf(channel: string): string {
  return wayNames[channel] ?? `the ${channel.replace(':', ' ')}`;
}

/**
 * What is wrong now, after `patience` minutes. What was raised before goes on until it is well over: `isOpen` tells of
 * that, so that nothing is raised and ended by turns.
 */
export function findTroubles(standings: Standing[], patience: number, isOpen: (name: string) => boolean): Trouble[] {
  return standings.flatMap((standing) => [
    ...deadIn(standing),
    ...awayIn(standing, patience, isOpen),
    ...waitingIn(standing, patience, isOpen),
  ]);
}

function deadIn({ channel, dead }: Standing): Trouble[] {
  if (dead === 0) return [];
  const forms = formsOf(dead);
  return [
    {
      name: `dead ${channel}`,
      count: dead,
      subject: `${forms} could not be delivered by ${channel} and will not be tried again`,
      text: [
        `See why:    npm run office -- deliveries list --dead`,
        `Try again:  npm run office -- deliveries retry`,
      ].join('\n'),
    },
  ];
}

function awayIn(standing: Standing, patience: number, isOpen: (name: string) => boolean): Trouble[] {
  const { channel, away, waiting, oldest_unrefused: oldest, last_error: error } = standing;
  const name = `away ${channel}`;
  const isAway = away !== null && away >= patience;
  const isNotOver = isOpen(name) && (away !== null || (oldest !== null && oldest >= patience));
  if (!isAway && !isNotOver) return [];
  const since = away === null ? '' : ` for ${Math.round(away)} minutes`;
  return [
    {
      name,
      count: 1,
      subject: `${wayOf(channel)} has not taken anything${since}`,
      text: [
        `${formsOf(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for it. Nothing is lost: they go out by themselves once it is back.`,
        `It says:    ${quote(error)}`,
        `See all:    npm run office -- deliveries status`,
        `Try now:    npm run office -- deliveries retry --waiting`,
      ].join('\n'),
    },
  ];
}

/** Beside a channel that is away, which says so itself. */
function waitingIn(standing: Standing, patience: number, isOpen: (name: string) => boolean): Trouble[] {
  const { channel, away, waiting, oldest, last_error: error } = standing;
  const name = `waiting ${channel}`;
  const limit = isOpen(name) ? patience / 2 : patience;
  const isLong = oldest !== null && oldest >= limit;
  const saysSoItself = away !== null || isOpen(`away ${channel}`);
  if (!isLong || (saysSoItself && !isOpen(name))) return [];
  return [
    {
      name,
      count: 1,
      subject: `${formsOf(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for delivery by ${channel}, the oldest for ${Math.round(oldest)} minutes`,
      text: [
        `It says:    ${quote(error)}`,
        `See all:    npm run office -- deliveries list`,
        `Try now:    npm run office -- deliveries retry --waiting`,
      ].join('\n'),
    },
  ];
}

/** What is said when a trouble is over. */
export function allClear(name: string, raisedAt: Date): { subject: string; text: string } {
  const [what, channel = ''] = name.split(' ');
  const way = wayOf(channel);
  const subjects: Record<string, string> = {
    dead: `nothing that was to go out by ${channel} is given up any more`,
    away: `${way} takes everything again`,
    waiting: `nothing waits long for delivery by ${channel} any more`,
  };
  return { subject: subjects[what ?? ''] ?? name, text: `It began ${raisedAt.toUTCString()}.` };
}

/** Mail servers repeat addresses, and what is told may stand in a chat. */
function quote(error: string | null): string {
  return (error ?? 'nothing').replace(/[^\s<>"'()[\],;:]+@[^\s<>"'()[\],;:]+/g, '[address]');
}

function formsOf(count: number): string {
  return count === 1 ? '1 form' : `${count} forms`;
}
