import type { Response } from 'express';

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
