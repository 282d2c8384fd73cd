import { isIPv6 } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { ProblemError } from './problem-error.ts';

const windowMs = 60_000;
/** An attacker with many addresses shares one count beyond this many. */
const maxClients = 50_000;

export const postsPerMinute = 120;
/** Look-ups of codes: each costs 1, and one that finds nothing 10 more, so that codes cannot be guessed in bulk. */
export const lookUpsPerMinute = 120;
export const missCost = 10;

/** Counts by client in fixed windows of a minute. */
export class Budget {
  private readonly spent = new Map<string, number>();
  private windowEnd = 0;

  constructor(
    readonly limit: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** What is left after spending; negative when there was not enough. */
  spend(client: string, cost: number): number {
    this.renew();
    const key = this.spent.has(client) || this.spent.size < maxClients ? client : 'everybody else';
    const total = (this.spent.get(key) ?? 0) + cost;
    this.spent.set(key, total);
    return this.limit - total;
  }

  secondsLeft(): number {
    this.renew();
    return Math.max(1, Math.ceil((this.windowEnd - this.now()) / 1000));
  }

  private renew(): void {
    const now = this.now();
    if (now < this.windowEnd) return;
    this.spent.clear();
    this.windowEnd = now + windowMs;
  }
}

/** Limits posts and look-ups of codes for each address, before anything is read. */
export function rateLimits() {
  const posts = new Budget(postsPerMinute);
  const lookUps = new Budget(lookUpsPerMinute);
  return (request: Request, response: Response, next: NextFunction): void => {
    const isLookUp = request.path.startsWith('/api/ai-agents/by-code/');
    if (request.method !== 'POST' && !isLookUp) {
      next();
      return;
    }
    const client = clientOf(request.ip ?? '');
    const budget = isLookUp ? lookUps : posts;
    const left = budget.spend(client, 1);
    if (isLookUp) {
      response.once('finish', () => {
        if (response.statusCode === 404) lookUps.spend(client, missCost);
      });
    }
    const seconds = String(budget.secondsLeft());
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
