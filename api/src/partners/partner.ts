import type { Response } from 'express';

/** Who sent a request, proven by a key. */
export interface Partner {
  name: string;
  keyId: string;
  /** With a test key everything is a test. */
  isTest: boolean;
  postsPerMinute: number;
}

export function setPartner(response: Response, partner: Partner): void {
  response.locals.partner = partner;
}

/** Undefined for whoever came without a key, as our own forms do. */
export function partnerOf(response: Response): Partner | undefined {
  return response.locals.partner;
}
