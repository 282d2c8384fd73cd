import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { fileErrorCode } from '../../file-error-code.ts';
import { messageOf } from '../../message-of.ts';
import type { AwsCredentialSource } from './aws-credentials.ts';
import type { BucketPlace } from './bucket-place.ts';
import { BucketProblem } from './bucket-problem.ts';

export interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Below the prefix; empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  /** No more than this, and one byte, is read of the answer: whoever writes into the bucket decides how long it is. */
  mostBytes?: number;
}

export interface BucketAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

export interface RequestParts {
  place: BucketPlace;
  credentials: AwsCredentialSource;
  /** A request ends when nothing was sent or received for so long, in milliseconds. */
  idleTimeout?: number;
  /** Hears that this machine's clock is wrong. */
  onSkew?: (sentence: string) => void;
}

/** Of an answer whose length nobody bounds otherwise: a page of a list stays far below, in bytes. */
const mostAnswerBytes = 20_000_000;

/** A body is sent in parts of so many bytes: each one that is taken shows that the line still moves. */
const partBytes = 64 * 1024;
/** The system takes so much of a body, in bytes, before any of it has arrived. */
const mostBuffered = 4_000_000;
/** A line that carries less than this is taken for stalled, in bytes per millisecond. */
const slowest = 100;

/** In milliseconds. */
const slowUpload = 2000;

/** Of one that says what went wrong, however short what was asked for is. */
const mostRefusalBytes = 100_000;

/** Answers that a caller goes by: all others are thrown. */
const meantStatuses = new Set([200, 204, 206, 304, 404, 409, 412]);

/** Signs and sends single requests to a bucket. Never sends one twice, but to mend its date or its credentials. */
export class BucketRequests {
  readonly #parts: RequestParts;
  /** What the store's clock is ahead of this machine's, in milliseconds. */
  #ahead = 0;
  /** What requests are dated by: changed only once the store has refused the machine's own time. */
  #signAhead = 0;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  /** The time by the store's own clock. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** @throws BucketProblem */
  async send(request: BucketRequest): Promise<BucketAnswer> {
    try {
      return await this.#sendOnce(request);
    } catch (error) {
      if (!(error instanceof BucketProblem) || !(await this.#canRepair(error))) throw error;
      return this.#sendOnce(request);
    }
  }

  /** A request that the store refused before it did anything can be sent again. */
  async #canRepair({ code, isOfCredentials }: BucketProblem): Promise<boolean> {
    const { credentials, onSkew } = this.#parts;
    if (code === 'RequestTimeTooSkewed') {
      this.#signAhead = this.#ahead;
      const seconds = Math.round(Math.abs(this.#ahead) / 1000);
      const where = this.#ahead > 0 ? 'behind' : 'ahead of';
      onSkew?.(
        `This machine's clock is ${seconds} seconds ${where} that of the release store; requests are dated by the store's. Set the clock (NTP).`,
      );
      return true;
    }
    if (!isOfCredentials) return false;
    const before = await credentials.read();
    credentials.forget();
    const after = await credentials.read().catch(() => before);
    return after.accessKeyId !== before.accessKeyId || after.sessionToken !== before.sessionToken;
  }

  async #sendOnce({
    method,
    key,
    query = {},
    headers = {},
    body,
    mostBytes = mostAnswerBytes,
  }: BucketRequest): Promise<BucketAnswer> {
    const { place, credentials, idleTimeout = 8000 } = this.#parts;
    const url = new URL(place.base);
    if (key) url.pathname += `${place.prefix}${key}`.split('/').map(encodeURIComponent).join('/');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      ...(await credentials.read()),
      method,
      url: url.href,
      service: 's3',
      region: place.region,
      datetime: new Date(Date.now() + this.#signAhead).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      headers: { ...headers, 'X-Amz-Content-Sha256': sha256Of(body) },
    });
    const signed = await signer.sign();
    // Object stores take no body whose length is not said ahead.
    if (body) signed.headers.set('Content-Length', String(body.length));
    const asked = Date.now();
    const idle = new IdleTimer(idleTimeout);
    try {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        signal: idle.signal,
        ...(body && { body: streamOf(body, idle), duplex: 'half' as const }),
      });
      idle.restart();
      // The date is of the answer: where the body took its time, the middle of the request is far from it.
      if (!body || Date.now() - asked < slowUpload) this.#lookAtClock(answer.headers.get('date'), asked);
      return checkAnswer({
        status: answer.status,
        headers: answer.headers,
        body: await readUpTo(answer, answer.ok ? mostBytes : mostRefusalBytes, idle),
      });
    } catch (error) {
      if (error instanceof BucketProblem) throw error;
      throw new BucketProblem(reasonOf(error), {}, error);
    } finally {
      idle.stop();
    }
  }

  /** The header is of whole seconds. */
  #lookAtClock(date: string | null, asked: number): void {
    const told = Date.parse(date ?? '');
    if (!Number.isNaN(told)) this.#ahead = told + 500 - (asked + Date.now()) / 2;
  }
}

/** Aborts a request when nothing moves. */
class IdleTimer {
  readonly #limit: number;
  readonly #stalled = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(limit: number) {
    this.#limit = limit;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#stalled.signal;
  }

  /** @param more milliseconds beyond the limit that are waited this once */
  restart(more = 0): void {
    clearTimeout(this.#timer);
    const abort = () => this.#stalled.abort(new Error(`nothing moved for ${this.#limit} ms`));
    this.#timer = setTimeout(abort, this.#limit + more);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function streamOf(body: Buffer, idle: IdleTimer): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      idle.restart(Math.min(sent, mostBuffered) / slowest);
      if (sent >= body.length) return controller.close();
      controller.enqueue(new Uint8Array(body.subarray(sent, sent + partBytes)));
      sent += partBytes;
    },
  });
}

function checkAnswer(answer: BucketAnswer): BucketAnswer {
  const { status, body } = answer;
  const code = status >= 300 ? (/<Code>(\w+)<\/Code>/.exec(body.toString('utf8', 0, 2000))?.[1] ?? '') : '';
  // Nothing may be taken for absent because its whole bucket is.
  if (meantStatuses.has(status) && code !== 'NoSuchBucket') return answer;
  throw new BucketProblem(`it answers ${status} ${code}`.trim(), { status, code });
}

/** Cut behind one byte more than may be: it is told by that, and matches no hash. */
async function readUpTo({ body }: Response, mostBytes: number, idle: IdleTimer): Promise<Buffer> {
  if (!body) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    idle.restart();
    parts.push(part);
    length += part.length;
    // Leaving the loop ends the answer.
    if (length > mostBytes) break;
  }
  return Buffer.concat(parts).subarray(0, mostBytes + 1);
}

function sha256Of(body: Buffer | undefined): string {
  return createHash('sha256')
    .update(body ?? '')
    .digest('hex');
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return fileErrorCode(cause) ?? messageOf(cause ?? error);
}
