import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import {
  getOptionsToken,
  getStorageToken,
  Throttle,
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { networkOf } from 'kit/server/network-of';
import { catchError, type Observable } from 'rxjs';
import { Database } from '../database/database.ts';
import { partnerOf } from '../partners/partner-keys.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';

export const postsPerMinute = 120;
/** Each look-up of a code costs 1, and a miss costs 10 more, so that codes cannot be guessed in bulk. */
const lookUpsPerMinute = 120;
const missCost = 10;
const minuteMs = 60_000;

/** The longest time for which a client is refused, in minutes. */
const maxWindows = 10;
/** The number of refused clients that a process remembers. Beyond it, the process asks the database about each again. */
const maxKnown = 10_000;
const maxAtOnce = 500;

/**
 * Spends `$2` of each client's (`$1`) allowance per minute (`$3`), up to `$4` in total. A window begins with the first
 * request. A charge beyond the limit is paid off in the following minutes. A refused request counts once, which
 * distinguishes it from the last one that passed. A window that ends much later than its length was opened before the clock
 * was set back; slightly later is normal, for a transaction that began before the one that opened the window. Clients are
 * updated in the order of their names, so that two processes never deadlock.
 */
const spend = `
  insert into rate_limits as known (client, spent, ends_at)
  select client, $2::integer, now() + interval '1 minute' from unnest($1::text[]) as client order by client
  on conflict (client) do update set (spent, ends_at) = (
    select greatest(owed, least(owed + $2, $4::integer)),
      case when windows = 0 then known.ends_at else now() + interval '1 minute' end
    from (
      select case
        when known.ends_at > now() and known.ends_at < now() + interval '2 minutes' then 0
        else greatest(1, ceil(extract(epoch from now() - known.ends_at) / 60))::integer
      end as windows
    ) as passed, lateral (
      select case
        when windows = 0 then known.spent
        else greatest(0, known.spent - 1 - least(windows, ${maxWindows}) * $3::bigint)::integer
      end as owed
    ) as left_over
  )
  returning client, spent, least(60, greatest(0, extract(epoch from ends_at - now())))::float8 as seconds`;

interface Row {
  client: string;
  spent: number;
  seconds: number;
}

interface Charge {
  client: string;
  cost: number;
  limit: number;
  most: number;
  resolve(row: Row): void;
  reject(reason: unknown): void;
}

type Spent = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts what each client spends in its minute, for all API processes together; times are in seconds. Requests that arrive
 * while a statement runs share the next statement, so that not every request needs a statement of its own.
 */
@Injectable()
export class RateLimitStore implements ThrottlerStorage {
  /**
   * Blocked clients with the end of their block, in milliseconds of the process clock, so that their flood costs the
   * database nothing.
   */
  private readonly blocked = new Map<string, number>();
  private waiting: Charge[] = [];
  private isSending = false;

  constructor(private readonly database: Database) {}

  /** Spends 1 if there is any left. */
  async increment(client: string, _ttl: number, limit: number): Promise<Spent> {
    const secondsLeft = Math.ceil(((this.blocked.get(client) ?? 0) - performance.now()) / 1000);
    if (secondsLeft > 0) return present(limit + 1, limit, secondsLeft);
    this.blocked.delete(client);
    const { spent, seconds } = await this.spend({ client, cost: 1, limit, most: limit + 1 });
    const windows = Math.max(1, Math.floor((spent - 1) / limit));
    const result = present(spent, limit, Math.max(1, Math.ceil(seconds + (windows - 1) * 60)));
    if (result.isBlocked) this.block(client, result.timeToBlockExpire);
    return result;
  }

  /** Spends an amount even if it exceeds the rest. @returns the rest */
  async charge(client: string, cost: number, limit: number): Promise<number> {
    const { spent } = await this.spend({ client, cost, limit, most: maxWindows * limit });
    return Math.max(0, limit - spent);
  }

  private spend(charge: Omit<Charge, 'resolve' | 'reject'>): Promise<Row> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...charge, resolve, reject });
      if (!this.isSending) void this.send();
    });
  }

  private async send(): Promise<void> {
    this.isSending = true;
    for (let batch = this.nextBatch(); batch.size > 0; batch = this.nextBatch()) {
      const [first] = batch.values();
      try {
        const values = [[...batch.keys()], first?.cost, first?.limit, first?.most];
        for (const row of await this.database.runPrepared<Row>(spend, values)) batch.get(row.client)?.resolve(row);
      } catch (error) {
        // The database does not answer; waiting requests would fail the same way later.
        for (const charge of [...batch.values(), ...this.waiting.splice(0)]) charge.reject(error);
      }
    }
    this.isSending = false;
  }

  /** A batch of equal charges, one per client. */
  private nextBatch(): Map<string, Charge> {
    const batch = new Map<string, Charge>();
    const [first] = this.waiting;
    const later: Charge[] = [];
    for (const charge of this.waiting) {
      const isSame = charge.cost === first?.cost && charge.limit === first.limit && charge.most === first.most;
      if (isSame && batch.size < maxAtOnce && !batch.has(charge.client)) batch.set(charge.client, charge);
      else later.push(charge);
    }
    this.waiting = later;
    return batch;
  }

  private block(client: string, seconds: number): void {
    if (this.blocked.size >= maxKnown) this.blocked.clear();
    this.blocked.set(client, performance.now() + seconds * 1000);
  }
}

function present(totalHits: number, limit: number, seconds: number): Spent {
  return { totalHits, timeToExpire: seconds, isBlocked: totalHits > limit, timeToBlockExpire: seconds };
}

function partnerIn(context: ExecutionContext) {
  return partnerOf(context.switchToHttp().getResponse<Response>());
}

function networkIn(context: ExecutionContext): string {
  return networkOf(context.switchToHttp().getRequest<Request>().ip ?? '');
}

const lookUpClientOf = (context: ExecutionContext) => `look-ups of ${networkIn(context)}`;

/**
 * Applies to every route without `@SkipThrottle()`. A partner's quota is its own, from any network; posts and reads count
 * separately. Requests without a key share their network's quota.
 */
function readOptions({ rateLimits }: Settings): ThrottlerModuleOptions {
  return {
    throttlers: [{ ttl: minuteMs, limit: (context) => partnerIn(context)?.postsPerMinute ?? postsPerMinute }],
    skipIf: () => !rateLimits,
    getTracker: ({ method }, context) => {
      const partner = partnerIn(context);
      return partner ? `${method} of partner ${partner.name}` : `posts of ${networkIn(context)}`;
    },
    generateKey: (_context, tracker) => tracker,
  };
}

@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  protected override throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const seconds = String(detail.timeToBlockExpire);
    context
      .switchToHttp()
      .getResponse<Response>()
      .set({
        'X-RateLimit-Limit': String(detail.limit),
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': seconds,
      });
    throw new ProblemError(429, undefined, { headers: { 'Retry-After': seconds } });
  }
}

/** Charges a client that looked up a missing code before it gets its 404. */
@Injectable()
class ChargeMisses implements NestInterceptor {
  constructor(
    private readonly store: RateLimitStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        const isMiss = error instanceof ProblemError && error.status === 404;
        if (isMiss && this.settings.rateLimits) {
          const left = await this.store.charge(lookUpClientOf(context), missCost, lookUpsPerMinute);
          // The guard named what was left before.
          context.switchToHttp().getResponse<Response>().set('X-RateLimit-Remaining', String(left));
        }
        throw error;
      }),
    );
  }
}

/** Limits look-ups of a secret by network, with or without a key. */
export function LimitLookUps() {
  return applyDecorators(
    Throttle({ default: { limit: lookUpsPerMinute, generateKey: lookUpClientOf } }),
    UseInterceptors(ChargeMisses),
  );
}

/** Limits the tests of a partner's endpoint, because each is a request to an address that the partner chose. */
export const webhookTestsPerMinute = 10;

export function LimitWebhookTests() {
  const clientOf = (context: ExecutionContext) => `webhook tests of ${partnerIn(context)?.name ?? networkIn(context)}`;
  return Throttle({ default: { limit: webhookTestsPerMinute, generateKey: clientOf } });
}

export const rateLimitProviders = [
  RateLimitStore,
  { provide: getStorageToken(), useExisting: RateLimitStore },
  { provide: getOptionsToken(), useFactory: readOptions, inject: [SETTINGS] },
];
