import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { messageOf } from 'kit/server/text';
import {
  checkKey,
  type GetOptions,
  maxRecordBytes,
  type ObjectInfo,
  type ObjectStorage,
  type PutOptions,
  StorageUnavailableError,
  type StoredObject,
} from './object-storage.ts';
import { fileErrorCode, ReleaseError } from './release-error.ts';

export interface S3StorageOptions {
  /** `s3://bucket` or `s3://bucket/prefix`. */
  address: string;
  /** `S3_ENDPOINT` and the standard AWS variables. */
  environment: NodeJS.ProcessEnv;
  /** Maximum number of attempts of a request. Commands use many, servers only a few, because they poll anyway. */
  tries?: number;
  /** The idle timeout of a connection, in milliseconds. Uploads have four times as long. */
  idleTimeout?: number;
  notify?: (sentence: string) => void;
}

const maxTries = 10;
const firstPause = 100;
const longestPause = 1500;
/** In milliseconds. */
const slowRequest = 2000;
const uncached = 'no-store';
const unsynchronised = 'RequestTimeTooSkewed';
const credentialCodes = new Set([
  ...['ExpiredToken', 'InvalidAccessKeyId', 'InvalidToken', 'SignatureDoesNotMatch', 'TokenRefreshRequired'],
  'UserSuspended',
]);

type Sdk = typeof import('@aws-sdk/client-s3');
type Send<Result> = (client: S3Client, sdk: Sdk) => Promise<Result>;
type Clients = { reading: S3Client; writing: S3Client; sdk: Sdk };
type Method = 'GET' | 'PUT' | 'DELETE' | 'LIST';

/** An object with the id of the conditional write that made it. */
type S3Object = StoredObject & { writeId: string | undefined };

/** Stores objects in a bucket of AWS S3, or of any compatible store with conditional writes. */
export class S3Storage implements ObjectStorage {
  readonly place: string;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #options: S3StorageOptions;
  #opening: Promise<Clients> | null = null;
  #failure: { since: number; problem: S3Problem } | null = null;
  #answeredAt = 0;
  /** The store's clock minus this machine's clock, in milliseconds. */
  #clockOffset = 0;
  #hasNotifiedOfClock = false;

  /** @throws ReleaseError `bad-name` when the address or the endpoint is invalid. */
  constructor(options: S3StorageOptions) {
    const { bucket, prefix } = parseAddress(options.address);
    checkEndpoint(options.environment.S3_ENDPOINT);
    this.#options = options;
    this.#bucket = bucket;
    this.#prefix = prefix ? `${prefix}/` : '';
    this.place = prefix ? `s3://${bucket}/${prefix}` : `s3://${bucket}`;
  }

  get trouble(): string | null {
    if (this.#failure === null) return null;
    const { since, problem } = this.#failure;
    return `${problem.answer ? `answers ${problem.answer}` : 'does not answer'} since ${new Date(since).toISOString()}`;
  }

  now(): number {
    return Date.now() + this.#clockOffset;
  }

  get(key: string, options?: Omit<GetOptions, 'unlessVersion'>): Promise<S3Object | null>;
  get(key: string, options: GetOptions): Promise<S3Object | 'unchanged' | null>;
  async get(
    key: string,
    { unlessVersion, maxBytes = maxRecordBytes, tries }: GetOptions = {},
  ): Promise<S3Object | 'unchanged' | null> {
    const input = { ...this.#named(key), IfNoneMatch: unlessVersion && `"${unlessVersion}"` };
    const ask: Send<S3Object | 'unchanged' | null> = async (client, { GetObjectCommand }) => {
      try {
        const found = await client.send(new GetObjectCommand(input));
        return {
          body: await readUpTo(found.Body, maxBytes),
          version: versionOf(found.ETag),
          modified: timeOf(found.LastModified),
          writeId: found.Metadata?.write,
        };
      } catch (error) {
        const { status, code } = problemOf(error);
        if (status === 304) return 'unchanged';
        // A missing bucket must not look like a missing object.
        if (status === 404 && code !== 'NoSuchBucket') return null;
        throw error;
      }
    };
    return this.#send('GET', key, ask, tries);
  }

  async put(key: string, body: Buffer | string, options: PutOptions = {}): Promise<boolean> {
    const { ifAbsent, contentType = 'application/json', cacheControl = uncached } = options;
    const input: PutObjectCommandInput = {
      ...this.#named(key),
      Body: Buffer.from(body),
      ContentType: contentType,
      CacheControl: cacheControl,
    };
    if (ifAbsent) return this.#putOnce(key, input);
    await this.#send('PUT', key, (client, { PutObjectCommand }) => client.send(new PutObjectCommand(input)));
    return true;
  }

  async list(prefix: string): Promise<ObjectInfo[]> {
    const found: ObjectInfo[] = [];
    let token: string | undefined;
    do {
      const page = await this.#send('LIST', prefix, (client, { ListObjectsV2Command }) =>
        client.send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: this.#prefix + prefix,
            EncodingType: 'url',
            ContinuationToken: token,
          }),
        ),
      );
      for (const { Key = '', ETag, LastModified, Size = 0 } of page.Contents ?? []) {
        const key = decodeURIComponent(Key.replaceAll('+', ' ')).slice(this.#prefix.length);
        found.push({ key, version: versionOf(ETag), modified: timeOf(LastModified), bytes: Size });
      }
      token = page.NextContinuationToken;
    } while (token);
    return found;
  }

  async delete(key: string): Promise<void> {
    const named = this.#named(key);
    await this.#send('DELETE', key, (client, { DeleteObjectCommand }) => client.send(new DeleteObjectCommand(named)));
  }

  /** Uses a listing, because the response to a HEAD request cannot show that the whole bucket is missing. */
  async stat(key: string): Promise<ObjectInfo | null> {
    const page = await this.#send('LIST', key, (client, { ListObjectsV2Command }) =>
      client.send(new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix + key, MaxKeys: 1 })),
    );
    const { Key, ETag, LastModified, Size = 0 } = page.Contents?.[0] ?? {};
    if (Key !== this.#prefix + key) return null;
    return { key, version: versionOf(ETag), modified: timeOf(LastModified), bytes: Size };
  }

  /**
   * Writes an object unless it exists. A lost response or a refusal does not show which write won. So each write has an id, and
   * the stored id decides.
   */
  async #putOnce(key: string, input: PutObjectCommandInput): Promise<boolean> {
    const writeId = randomUUID();
    const conditional = { ...input, IfNoneMatch: '*', Metadata: { write: writeId } };
    const ask: Send<unknown> = (client, { PutObjectCommand }) => client.send(new PutObjectCommand(conditional));
    let isUnclear = false;
    let last: unknown;
    for (let attempt = 1; attempt <= maxTries; attempt += 1) {
      try {
        await this.#sendOnce('PUT', ask);
        return true;
      } catch (error) {
        const problem = problemOf(error);
        if (!problem.isConflict) {
          if (!isUnclear && !problem.isTransient) throw this.#toUnavailable(error, 'PUT', key);
          isUnclear = true;
          last = error;
        }
      }
      const found = await this.get(key, { tries: 1 }).catch(() => 'unknown' as const);
      if (found === 'unknown') isUnclear = true;
      else if (found) return found.writeId === writeId;
      if (attempt < maxTries) await wait(pauseAfter(attempt));
    }
    const cause = last === undefined ? '' : ` ${this.#toUnavailable(last, 'PUT', key).message}`;
    throw new ReleaseError(
      'write-unknown',
      `It is unknown whether ${key} was written:${cause} See "npm run release -- status" before you try again.`,
      { cause: last },
    );
  }

  #named(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + checkKey(key) };
  }

  async #send<Result>(
    method: Method,
    key: string,
    ask: Send<Result>,
    tries = this.#options.tries ?? maxTries,
  ): Promise<Result> {
    let wasReset = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendOnce(method, ask);
      } catch (error) {
        const problem = problemOf(error);
        // The store closes old connections, and a request may be in progress on one of them.
        if (problem.isReset && method !== 'PUT' && !wasReset) {
          wasReset = true;
          attempt -= 1;
          continue;
        }
        // Credentials of a container or an instance may have expired. They are read again once.
        const canTryAgain = problem.isTransient ? attempt < tries : problem.isOfCredentials && attempt === 1;
        if (!canTryAgain) throw this.#toUnavailable(error, method, key);
        await wait(pauseAfter(attempt));
      }
    }
  }

  async #sendOnce<Result>(method: Method, ask: Send<Result>): Promise<Result> {
    const began = Date.now();
    try {
      this.#opening ??= this.#open();
      const { reading, writing, sdk } = await this.#opening;
      const result = await ask(method === 'PUT' ? writing : reading, sdk);
      this.#failure = null;
      this.#answeredAt = Date.now();
      return result;
    } catch (error) {
      const problem = problemOf(error);
      // A timeout does not show an outage when the store has answered another request meanwhile.
      if (this.#answeredAt <= began) this.#failure = { since: this.#failure?.since ?? began, problem };
      if (problem.isOfCredentials) this.#opening = null;
      if (problem.code === unsynchronised) this.#notifyOfClock();
      throw error;
    }
  }

  async #open(): Promise<Clients> {
    // Loaded on demand: the client takes a third of a second, and a site on a folder does not need it.
    const sdk = await import('@aws-sdk/client-s3');
    const { idleTimeout = 8000 } = this.#options;
    // The system buffers 4 MB of a body, so a slow connection shows no progress while it sends them.
    return { reading: this.#makeClient(sdk, idleTimeout), writing: this.#makeClient(sdk, 4 * idleTimeout), sdk };
  }

  #makeClient(sdk: Sdk, idleTimeout: number): S3Client {
    const { environment } = this.#options;
    const { S3_ENDPOINT, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = environment;
    const client = new sdk.S3Client({
      region: environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1',
      ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
      // A bucket name with a dot is not covered by the wildcard certificate of AWS.
      forcePathStyle: Boolean(S3_ENDPOINT) || this.#bucket.includes('.'),
      ...(AWS_ACCESS_KEY_ID &&
        AWS_SECRET_ACCESS_KEY && {
          credentials: {
            accessKeyId: AWS_ACCESS_KEY_ID,
            secretAccessKey: AWS_SECRET_ACCESS_KEY,
            ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
          },
        }),
      // A retry by the client of a conditional write would conflict with its own first attempt.
      maxAttempts: 1,
      // Ceph answers 411 to checksums in trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: idleTimeout,
        socketTimeout: idleTimeout,
        httpAgent: { keepAlive: true, maxSockets: 64 },
        httpsAgent: { keepAlive: true, maxSockets: 64 },
      },
    });
    client.middlewareStack.add(
      (next) => async (request) => {
        const asked = Date.now();
        const answer = await next(request);
        this.#readClock(answer.response, asked);
        return answer;
      },
      { step: 'deserialize', priority: 'low', name: 'readClock' },
    );
    return client;
  }

  /** Uses the header `Date`, which has a resolution of one second. */
  #readClock(response: unknown, asked: number): void {
    const headers: unknown = typeof response === 'object' && response && 'headers' in response ? response.headers : {};
    const date = typeof headers === 'object' && headers && 'date' in headers ? String(headers.date) : '';
    const told = Date.parse(date);
    // With a slow body, the middle of the request is far from the date of the response.
    if (!Number.isNaN(told) && Date.now() - asked < slowRequest)
      this.#clockOffset = told + 500 - (asked + Date.now()) / 2;
  }

  /** Notifies the operator once that this machine's clock is wrong. The client itself signs requests with the store's time. */
  #notifyOfClock(): void {
    if (this.#hasNotifiedOfClock) return;
    this.#hasNotifiedOfClock = true;
    const seconds = Math.round(Math.abs(this.#clockOffset) / 1000);
    const where = this.#clockOffset > 0 ? 'behind' : 'ahead of';
    this.#options.notify?.(
      `This machine's clock is ${seconds} seconds ${where} that of the release store; requests are dated by the store's. Set the clock (NTP).`,
    );
  }

  #toUnavailable(error: unknown, method: Method, key: string): Error {
    return new StorageUnavailableError(describe(problemOf(error), { place: this.place, method, key }), {
      cause: error,
    });
  }
}

const transientCodes = new Set(['RequestTimeout', unsynchronised]);

type S3Problem = ReturnType<typeof problemOf>;

/** Returns the data of a client error, independent of its class. */
function problemOf(error: unknown) {
  const { name = '', $metadata = {} } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const isWithoutCredentials = name === 'CredentialsProviderError';
  const answered = $metadata.httpStatusCode ?? 0;
  /** Zero without a response. A 200 response with an incomplete body counts as none. */
  const status = answered >= 300 && !isWithoutCredentials ? answered : 0;
  const isNamed = isWithoutCredentials || (status > 0 && /^\w+$/.test(name) && name !== 'Error');
  /** The error code of the store, such as `SlowDown`; empty when it has none. */
  const code = isNamed ? name : '';
  const isAnswered = status > 0 || isWithoutCredentials;
  const reason = (isAnswered ? null : fileErrorCode(error)) ?? messageOf(error);
  const isPassing = status === 0 || status === 429 || status >= 500 || transientCodes.has(code);
  return {
    ...{ status, code, reason },
    /** `403 ExpiredToken`; empty without a response. */
    answer: [status, code].filter(Boolean).join(' '),
    isTransient: isPassing && !isWithoutCredentials,
    /** The connection closed before a response. */
    isReset: status === 0 && /ECONNRESET|EPIPE|socket hang up/.test(reason),
    /** Another writer was first, or is writing now. */
    isConflict: status === 409 || status === 412,
    isOfCredentials: credentialCodes.has(code),
  };
}

function describe(problem: S3Problem, { place, method, key }: { place: string; method: Method; key: string }): string {
  const { status, code, answer, reason } = problem;
  if (code === 'CredentialsProviderError') {
    return `There are no credentials for the release store ${place} (${reason}): set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the container or the instance a role.`;
  }
  if (status === 0) return `The release store ${place} does not answer (${reason}): check the network and S3_ENDPOINT.`;
  if (problem.isOfCredentials) {
    return `The release store ${place} refuses these credentials (${answer}): they have ended or are wrong. Renew AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role.`;
  }
  if (code === 'NoSuchBucket')
    return `The bucket of the release store ${place} does not exist (${answer}): make it, or name another by RELEASE_STORE.`;
  if (status === 403 && (method === 'GET' || method === 'LIST')) {
    return `The release store ${place} does not let these credentials read ${key || 'its list'} (${answer}): allow s3:GetObject and s3:ListBucket. AWS also answers this for a missing object if the credentials may not list.`;
  }
  if (status === 403)
    return `The release store ${place} does not let these credentials ${method} ${key} (${answer}): allow s3:PutObject and s3:DeleteObject there.`;
  return `The release store ${place} does not do ${method} ${key}: it answers ${answer || reason}.`;
}

/** Refuses prefix segments of dots only, because URL normalisation could lead out of the bucket. */
const addressPattern =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?!\.+(?:\/|$))[\w.-]+(?:\/(?!\.+(?:\/|$))[\w.-]+)*))?\/?$/;

function parseAddress(address: string): { bucket: string; prefix: string } {
  const [, bucket, prefix = ''] = addressPattern.exec(address) ?? [];
  if (bucket) return { bucket, prefix };
  const form = 's3://bucket or s3://bucket/prefix, of small letters, digits, dots and hyphens';
  throw new ReleaseError('bad-name', `RELEASE_STORE "${address}" is no store: it must be ${form}.`);
}

function checkEndpoint(endpoint: string | undefined): void {
  if (!endpoint || (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol))) return;
  throw new ReleaseError('bad-name', `S3_ENDPOINT "${endpoint}" must be the http or https address of an object store.`);
}

/** Truncates a body one byte after the limit, because any writer of the bucket can store a huge object. */
async function readUpTo(body: unknown, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // In Node a body is a Readable. It closes its connection when the loop ends early.
  for await (const part of body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes + 1);
}

function versionOf(tag: string | undefined): string {
  return (tag ?? '').replaceAll('"', '');
}

function timeOf(date: Date | undefined): number {
  return date?.getTime() ?? Number.NaN;
}

/** Returns the backoff in milliseconds, with jitter, so that conflicting writers do not retry at the same time. */
function pauseAfter(attempt: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}
