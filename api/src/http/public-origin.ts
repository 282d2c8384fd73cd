import type { Request } from 'express';

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The API's origin for documents that are read elsewhere: the public origin of the site configuration. If that is a
 * loopback address (the default), the request's host is used.
 */
export function originOf(request: Request, publicOrigin: string): string {
  const isPublic = !localNames.includes(new URL(publicOrigin).hostname);
  const asked = `${request.protocol}://${request.host}`;
  return isPublic || !URL.canParse(asked) ? publicOrigin : new URL(asked).origin;
}
