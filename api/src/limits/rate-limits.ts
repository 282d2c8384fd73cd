import type { NextFunction, Request, Response } from 'express';
import { officePath } from 'kit/contracts/office';
import { networkOf } from 'kit/server/network-of';
import { type Partner, partnerOf } from '../partners/partner.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { Budget } from './budget.ts';

export const postsPerMinute = 120;
/** Look-ups of codes: each costs 1, and one that finds nothing 10 more, so that codes cannot be guessed in bulk. */
export const lookUpsPerMinute = 120;
const missCost = 10;

/** Tells all processes of a miss and gives what the client has spent on misses at all of them. */
export type ShareMiss = (client: string, cost: number) => Promise<number>;

/** Limits posts and look-ups of codes for each network, and for each partner, before anything is read. */
export function rateLimits(shareMiss: ShareMiss) {
  const posts = new Budget(postsPerMinute, { carriesDebt: false });
  // Many guesses in flight at once are all let through: what they cost is paid off in the minutes that follow.
  const lookUps = new Budget(lookUpsPerMinute, { carriesDebt: true });
  const noteMiss = async (client: string) => {
    lookUps.charge(client, missCost);
    lookUps.raise(client, await shareMiss(client, 1 + missCost));
  };
  const partners = new PartnerBudgets();
  return (request: Request, response: Response, next: NextFunction): void => {
    // Express finds routes in any case.
    const path = request.path.toLowerCase();
    const isLookUp = path.startsWith('/api/ai-agents/by-code/');
    const isStatus = path.startsWith('/api/submissions/');
    // Shell servers ask for all of the staff together, in requests that only they can seal.
    const isOffice = path === officePath;
    if (isOffice || (request.method !== 'POST' && !isLookUp && !isStatus)) {
      next();
      return;
    }
    const partner = isLookUp ? undefined : partnerOf(response);
    const client = partner ? `${partner.name} ${request.method}` : networkOf(request.ip ?? '');
    const ofNetwork = isLookUp ? lookUps : posts;
    const budget = partner ? partners.of(partner) : ofNetwork;
    const left = budget.take(client);
    if (isLookUp) {
      response.once('finish', () => {
        if (response.statusCode === 404) void noteMiss(client);
      });
    }
    const seconds = String(budget.secondsLeft(client));
    response.set({
      'X-RateLimit-Limit': String(budget.limit),
      'X-RateLimit-Remaining': String(Math.max(0, left)),
      'X-RateLimit-Reset': seconds,
    });
    next(left < 0 ? new ProblemError(429, undefined, { headers: { 'Retry-After': seconds } }) : undefined);
  };
}

/** A partner's quota is its own, wherever it sends from; posts and questions count apart. */
class PartnerBudgets {
  private readonly byLimit = new Map<number, Budget>();

  of({ postsPerMinute }: Partner): Budget {
    const known = this.byLimit.get(postsPerMinute);
    if (known) return known;
    const budget = new Budget(postsPerMinute, { carriesDebt: false });
    this.byLimit.set(postsPerMinute, budget);
    return budget;
  }
}
