import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { officePath } from 'kit/contracts/office';
import { holdsKey, keyInText } from 'kit/server/api-key';
import { networkOf } from 'kit/server/network-of';
import { RateLimitStore } from '../limits/rate-limits.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { PartnerKeys, setPartner } from './partner-keys.ts';

/** Wrong keys per network and minute; further requests with a key get 429. */
export const wrongKeysPerMinute = 30;

const namesOfKeys = ['key', 'api_key', 'apikey', 'api-key', 'access_token', 'authorization'];

/**
 * Refuses a key in a URL before anything else, because URLs appear in logs, histories and referrers. It is not a guard,
 * because guards only run for known routes.
 */
export function refuseKeysInAddresses(request: Request, _response: Response, next: NextFunction): void {
  next(
    addressHoldsKey(request.originalUrl)
      ? new ProblemError(
          400,
          'An API key must not stand in an address, where logs keep it: send it as "Authorization: Bearer <key>", and ask the office to revoke this one if it was real.',
        )
      : undefined,
  );
}

function addressHoldsKey(url: string): boolean {
  // Every key has an underscore, and every parameter name needs a question mark.
  if (!/[?_%]/.test(url)) return false;
  const [path = '', ...query] = url.split('?');
  const named = [...new URLSearchParams(query.join('?'))].some(
    ([name, value]) => namesOfKeys.includes(name.toLowerCase()) || keyInText.test(name) || keyInText.test(value),
  );
  return named || keyInText.test(path) || keyInText.test(path.replace(/%5f/gi, '_'));
}

/**
 * Authenticates the partner by the key in `Authorization: Bearer`. A key anywhere else is refused: otherwise the form would
 * silently be stored without a partner, and a test key's form as a real one. Basic authentication without a key passes,
 * because browsers send it with each form on a site with a password of its own.
 * Nobody can guess a key of 192 random bits. The limit slows programs with a wrong key down and never blocks a valid key,
 * because partners may share a network or a proxy.
 */
@Injectable()
export class PartnerGuard implements CanActivate {
  constructor(
    private readonly keys: PartnerKeys,
    private readonly store: RateLimitStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ProblemError 401 if a key is wrong or misplaced, 429 after many wrong ones */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    // Shell servers authenticate with a signature there.
    if (request.path === officePath) return true;
    const bearer = bearerOf(request);
    const misplaced = headerWithKey(request, bearer?.header);
    if (misplaced !== undefined) {
      throw new ProblemError(
        401,
        `The header ${misplaced} holds an API key in a form that is not accepted: send it as "Authorization: Bearer <key>". Nothing was stored.`,
        { headers: { 'WWW-Authenticate': 'Bearer' } },
      );
    }
    if (bearer === undefined) return true;
    try {
      setPartner(http.getResponse<Response>(), await this.keys.authenticate(bearer.key));
    } catch (error) {
      if (error instanceof ProblemError && this.settings.rateLimits) await this.countWrongKey(request);
      throw error;
    }
    return true;
  }

  private async countWrongKey({ ip = '' }: Request): Promise<void> {
    const client = `wrong keys of ${networkOf(ip)}`;
    const { isBlocked, timeToBlockExpire } = await this.store.increment(client, 60_000, wrongKeysPerMinute);
    if (!isBlocked) return;
    throw new ProblemError(429, 'Too many wrong API keys: please wait a little and check yours.', {
      headers: { 'Retry-After': String(timeToBlockExpire) },
    });
  }
}

function bearerOf({ headers }: Request): { header: string; key: string } | undefined {
  const header = headers.authorization ?? '';
  const [scheme = '', key = ''] = header.trim().split(/\s+/, 2);
  return scheme.toLowerCase() === 'bearer' ? { header, key } : undefined;
}

/** The name of a header that holds a key, or of a second `Authorization`, because Node only reads the first. */
function headerWithKey({ rawHeaders }: Request, bearer: string | undefined): string | undefined {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() === 'authorization' && value === bearer) continue;
    if (holdsKey(value)) return name;
  }
  return undefined;
}
