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
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { networkOf } from 'kit/server/network-of';
import { catchError, type Observable } from 'rxjs';
import { partnerOf } from '../partners/partner.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { RateLimitStore } from './rate-limit-store.ts';

export const postsPerMinute = 120;
/** Look-ups of codes: each costs 1, and one that finds nothing 10 more, so that codes cannot be guessed in bulk. */
const lookUpsPerMinute = 120;
const missCost = 10;

const minuteMs = 60_000;

function partnerIn(context: ExecutionContext) {
  return partnerOf(context.switchToHttp().getResponse<Response>());
}

function networkIn(context: ExecutionContext): string {
  return networkOf(context.switchToHttp().getRequest<Request>().ip ?? '');
}

const lookUpsIn = (context: ExecutionContext) => `look-ups of ${networkIn(context)}`;

/**
 * For every route that does not have `@SkipThrottle()`. A partner's quota is its own, wherever it sends from; posts and
 * questions count apart. Who comes without a key shares one with its network.
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

/** Refuses with the problem of status 429. */
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

/** Charges whoever asked for a secret that is not there, before they are told so. */
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
          await this.store.charge(lookUpsIn(context), missCost, lookUpsPerMinute);
        }
        throw error;
      }),
    );
  }
}

/** Limits the look-ups of a secret by network, with a key as without one. */
export function LimitLookUps() {
  return applyDecorators(
    Throttle({ default: { limit: lookUpsPerMinute, generateKey: lookUpsIn } }),
    UseInterceptors(ChargeMisses),
  );
}

/** What the guard needs, in the module of the application. */
export const rateLimitProviders = [
  RateLimitStore,
  { provide: getStorageToken(), useExisting: RateLimitStore },
  { provide: getOptionsToken(), useFactory: readOptions, inject: [SETTINGS] },
];
