import { lookup } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { DeliveryError, type Fault } from './delivery-error.ts';
import { isPrivate, privateAddress, publicLookup, type Resolve } from './public-lookup.ts';
import { retryAfterOf } from './retry-after.ts';

/** How long the other side may take (Standard Webhooks: 15 to 30 s). */
const usualDeadlineMs = 15_000;
/** For an endpoint that is gone, in seconds: it is asked again in case it was a mistake. */
const goneSeconds = 3600;

export interface Post {
  url: URL;
  body: string;
  headers: Record<string, string>;
  allowPrivate: boolean;
  signal?: AbortSignal;
  /** Until the answer has begun, in milliseconds. */
  deadlineMs?: number;
}

/**
 * Posts JSON as Standard Webhooks has it: not to private addresses, no redirects, within 15 s.
 * @throws DeliveryError unless the answer is 2xx
 */
export async function postJson(post: Post, resolve: Resolve = lookup): Promise<void> {
  const response = await send(post, resolve);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status <= 299) return;
  const words = `the webhook answered ${status} ${response.statusMessage ?? ''}`.trim();
  throw new DeliveryError(words, faultOf(status), status === 410 ? goneSeconds : retryAfterOf(response.headers));
}

/**
 * What is wrong with the endpoint, its address or its secret is no fault of a form: 3xx, 400 (what many answer to a wrong
 * signature), 401, 403, 404, 405, 408, 410, 425, 429 and 5xx. Unless others get through, all wait for it. Any other 4xx
 * is about this one form, and final.
 */
function faultOf(status: number): Fault {
  const aboutTheForm =
    status >= 400 && status <= 499 && ![400, 401, 403, 404, 405, 408, 410, 425, 429].includes(status);
  return aboutTheForm ? 'impossible' : 'unclear';
}

function send(
  { url, body, headers, allowPrivate, signal, deadlineMs = usualDeadlineMs }: Post,
  resolve: Resolve,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && isPrivate(host)) {
    throw new DeliveryError(privateAddress(host).message, 'away');
  }
  const deadline = AbortSignal.timeout(deadlineMs);
  const request: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers, 'Content-Length': Buffer.byteLength(body) },
    agent: false,
    signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    ...(allowPrivate ? {} : { lookup: publicLookup(resolve) }),
  });
  return new Promise((resolvePost, reject) => {
    let isSent = false;
    request.once('finish', () => {
      isSent = true;
    });
    request.once('response', (response: IncomingMessage) => {
      resolvePost(response);
      response.destroy();
    });
    request.on('error', (error) => {
      const words = deadline.aborted ? `no answer within ${deadlineMs / 1000} s` : error.message;
      reject(new DeliveryError(words, isSent ? 'unclear' : 'away'));
    });
    request.end(body);
  });
}
