import { isIPv6 } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { ProblemError } from '../problems/problem-error.ts';
import { Budget } from './budget.ts';

export const postsPerMinute = 120;
/** Look-ups of codes: each costs 1, and one that finds nothing 10 more, so that codes cannot be guessed in bulk. */
export const lookUpsPerMinute = 120;
const missCost = 10;

/** Tells all processes of a miss and gives what the client has spent on misses at all of them. */
export type ShareMiss = (client: string, cost: number) => Promise<number>;

/** Limits posts and look-ups of codes for each address, before anything is read. */
export function rateLimits(shareMiss: ShareMiss) {
  const posts = new Budget(postsPerMinute, { carriesDebt: false });
  // Many guesses in flight at once are all let through: what they cost is paid off in the minutes that follow.
  const lookUps = new Budget(lookUpsPerMinute, { carriesDebt: true });
  const noteMiss = async (client: string) => {
    lookUps.charge(client, missCost);
    lookUps.raise(client, await shareMiss(client, 1 + missCost));
  };
  return (request: Request, response: Response, next: NextFunction): void => {
    // Express finds routes in any case.
    const isLookUp = request.path.toLowerCase().startsWith('/api/ai-agents/by-code/');
    if (request.method !== 'POST' && !isLookUp) {
      next();
      return;
    }
    const client = clientOf(request.ip ?? '');
    const budget = isLookUp ? lookUps : posts;
    const left = budget.take(client);
    if (isLookUp) {
      response.once('finish', () => {
        if (response.statusCode === 404) void noteMiss(client);
      });
    }
    const seconds = String(budget.secondsLeft(client));
    response.setHeader('X-RateLimit-Limit', String(budget.limit));
    response.setHeader('X-RateLimit-Remaining', String(Math.max(0, left)));
    response.setHeader('X-RateLimit-Reset', seconds);
    next(left < 0 ? new ProblemError(429, undefined, { headers: { 'Retry-After': seconds } }) : undefined);
  };
}

/** A client of IPv6 has a whole /64 to itself. */
function clientOf(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const rest = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...(ip.includes('::') ? zeros : []), ...rest].slice(0, 4).join(':');
}
