import type { Request, Response } from 'express';

/** `request.ip`, read once: limits, keys and forms ask for it, and Express takes the proxies' headers apart each time. */
export function clientAddress(request: Request, response: Response): string | undefined {
  const { locals } = response;
  if (!('address' in locals)) locals.address = request.ip;
  return locals.address;
}
