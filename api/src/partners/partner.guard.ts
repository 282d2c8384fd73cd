import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { officePath } from 'kit/contracts/office';
import { networkOf } from 'kit/server/network-of';
import { RateLimitStore } from '../limits/rate-limits.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { setPartner } from './partner.ts';
import { keyInText } from './partner-key.ts';
import { PartnerKeys } from './partner-keys.ts';

/** Wrong keys in a minute from one network; then each is answered with 429. */
export const wrongKeysPerMinute = 30;

const namesOfKeys = ['key', 'api_key', 'apikey', 'api-key', 'access_token', 'authorization'];

/**
 * An address stands in logs, histories and referrers: a key in it is refused before anything is done, also where no route
 * is, which is why this is no guard.
 */
export function refuseKeysInAddresses(request: Request, _response: Response, next: NextFunction): void {
  next(
    holdsKey(request.originalUrl)
      ? new ProblemError(
          400,
          'An API key must not stand in an address, where logs keep it: send it as "Authorization: Bearer <key>", and ask the office to revoke this one if it was real.',
        )
      : undefined,
  );
}

function holdsKey(url: string): boolean {
  // Every key has an underscore, and every name of one needs a question mark.
  if (!/[?_%]/.test(url)) return false;
  const [path = '', query = ''] = url.split('?', 2);
  const named = [...new URLSearchParams(query)].some(
    ([name, value]) => namesOfKeys.includes(name.toLowerCase()) || keyInText.test(value),
  );
  return named || keyInText.test(path) || keyInText.test(path.replace(/%5f/gi, '_'));
}

/**
 * Proves the partner whose key stands in `Authorization: Bearer`. A key anywhere else is refused: without a word the form
 * would be kept as nobody's, and with a test key as a real one. Basic without a key in it passes, since a site behind a
 * password of its own has browsers send that with each form.
 *
 * Nobody guesses a key, which holds 192 bits of chance. The limit has programs with a wrong key wait, and stands in the
 * way of no right one: partners may share a network, or all come by one proxy.
 */
@Injectable()
export class PartnerGuard implements CanActivate {
  constructor(
    private readonly keys: PartnerKeys,
    private readonly store: RateLimitStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ProblemError 401 when a key is wrong or in the wrong place, 429 after many wrong ones. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    // Shell servers prove themselves there in a way of their own.
    if (request.path === officePath) return true;
    const bearer = bearerOf(request);
    const misplaced = headerWithKey(request, bearer?.header);
    if (misplaced !== undefined) throw misplacedKey(misplaced);
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
    if (isBlocked) throw tooManyWrongKeys(timeToBlockExpire);
  }
}

function bearerOf({ headers }: Request): { header: string; key: string } | undefined {
  const header = headers.authorization ?? '';
  const [scheme = '', key = ''] = header.trim().split(/\s+/, 2);
  return scheme.toLowerCase() === 'bearer' ? { header, key } : undefined;
}

/** The name of a header that holds a key, or of a second `Authorization`, of which Node reads the first alone. */
function headerWithKey({ rawHeaders }: Request, bearer: string | undefined): string | undefined {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() === 'authorization' && value === bearer) continue;
    if (keyInText.test(value.replace(/%5f/gi, '_')) || keyInText.test(passwordIn(value))) return name;
  }
  return undefined;
}

/** What Basic sends, user and password, in plain text; what is no base 64 gives a text without a key. */
function passwordIn(value: string): string {
  const [, encoded = ''] = /^\s*basic\s+(\S+)/i.exec(value) ?? [];
  return Buffer.from(encoded, 'base64').toString('latin1');
}

function misplacedKey(header: string): ProblemError {
  return new ProblemError(
    401,
    `The header ${header} holds an API key, which is read in one place alone: send it as "Authorization: Bearer <key>". Nothing was kept.`,
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

function tooManyWrongKeys(seconds: number): ProblemError {
  return new ProblemError(429, 'Too many wrong API keys: please wait a little and check yours.', {
    headers: { 'Retry-After': String(seconds) },
  });
}
