import type { Request } from 'express';

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Where the API is, for documents that are read elsewhere: the public address of the site configuration, or, where that
 * is one of this machine alone, as it ships, the host that was asked.
 */
export function originOf(request: Request, publicOrigin: string): string {
  const isPublic = !localNames.includes(new URL(publicOrigin).hostname);
  const asked = `${request.protocol}://${request.host}`;
  return isPublic || !URL.canParse(asked) ? publicOrigin : new URL(asked).origin;
}
