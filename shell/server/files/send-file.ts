import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnchanged, respond, respondWithProblem } from '../http/respond.ts';
import type { EncodedBody } from './encoded-body.ts';

/** For files whose name or folder changes with their content. */
export const immutable = 'public, max-age=31536000, immutable';
export const shortLived = 'public, max-age=3600';

/** Sends a file, 304 if the visitor has it, or a 404 problem. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: Promise<EncodedBody | undefined> | undefined,
  cacheControl: string,
): Promise<void> {
  const body = await file;
  if (!body) {
    respondWithProblem(request, response, {
      status: 404,
      title: 'Not Found',
      message: 'There is no file at this address.',
    });
    return;
  }
  const variant = await body.variantFor(request.headers['accept-encoding']);
  const headers = { ...variant.headers, 'Cache-Control': cacheControl };
  if (isUnchanged(request, variant.headers.ETag ?? '')) {
    response.writeHead(304, headers).end();
    return;
  }
  respond(request, response, { status: 200, headers, body: variant.body });
}
