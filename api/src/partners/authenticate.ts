import type { NextFunction, Request, Response } from 'express';
import { networkOf } from 'kit/server/network-of';
import { clientAddress } from '../http/client-address.ts';
import { Budget } from '../limits/budget.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { type Partner, setPartner } from './partner.ts';
import { keyInText } from './partner-key.ts';

/** Wrong keys in a minute from one network; then none is looked at any more. */
export const wrongKeysPerMinute = 30;

const namesOfKeys = ['key', 'api_key', 'apikey', 'api-key', 'access_token', 'authorization'];

/** An address stands in logs, histories and referrers: a key in it is refused before anything is done. */
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
 * Reads `Authorization: Bearer`. Other schemes are not ours: a site behind a password of its own has browsers send Basic
 * with each form. Whoever tries keys is stopped before the database is asked.
 */
export function authenticate(find: (key: string) => Promise<Partner>, isLimited: boolean) {
  const wrongKeys = new Budget(wrongKeysPerMinute, { carriesDebt: false });
  return (request: Request, response: Response, next: NextFunction): void => {
    const [scheme = '', key = ''] = (request.headers.authorization ?? '').trim().split(/\s+/, 2);
    if (scheme.toLowerCase() !== 'bearer' || !request.path.toLowerCase().startsWith('/api/')) {
      next();
      return;
    }
    const network = networkOf(clientAddress(request, response) ?? '');
    if (isLimited && wrongKeys.isSpent(network)) {
      const headers = { 'Retry-After': String(wrongKeys.secondsLeft(network)) };
      next(new ProblemError(429, 'Too many wrong API keys: please wait a little and check yours.', { headers }));
      return;
    }
    find(key).then(
      (partner) => {
        setPartner(response, partner);
        next();
      },
      (error: unknown) => {
        if (error instanceof ProblemError) wrongKeys.charge(network, 1);
        next(error);
      },
    );
  };
}
