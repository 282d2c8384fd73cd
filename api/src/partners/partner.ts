import type { Request, Response } from 'express';
import { ProblemError } from '../problems/problem-error.ts';

/** The partner that a request's key belongs to. */
export interface Partner {
  name: string;
  keyId: string;
  /** Everything that a test key sends is a test. */
  isTest: boolean;
  postsPerMinute: number;
}

export function setPartner(response: Response, partner: Partner): void {
  response.locals.partner = partner;
}

/** Undefined for a request without a key, such as our own forms. */
export function partnerOf(response: Response): Partner | undefined {
  return response.locals.partner;
}

/** @throws ProblemError 401 without a key */
export function requirePartner({ res }: Request): Partner {
  const partner = res && partnerOf(res);
  if (!partner) throw new ProblemError(401, undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
  return partner;
}
