import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ReleaseError } from '../../release-error.ts';
import { mostRecordBytes } from '../plain-files.ts';
import { StoreAwayError } from '../store-away-error.ts';
import { BucketProblem, describeProblem } from './bucket-problem.ts';
import { type BucketAnswer, type BucketRequest, BucketRequests, type RequestParts } from './bucket-requests.ts';
import { type ListedObject, parseListPage, withoutQuotes } from './listed-objects.ts';

export interface StoredObject {
  body: Buffer;
  etag: string;
  /** By the store's clock, in milliseconds since 1970. */
  modified: number;
  /** The id of the write that made it; null where it was made by something else. */
  write: string | null;
}

interface GetOptions {
  /** The tag of what is known. */
  unlessTag?: string | undefined;
  tries?: number;
  /** A longer object is cut behind one byte more; that of a record unless said. */
  mostBytes?: number;
}

interface ListOptions {
  delimiter?: string;
  /** Keys behind this one. */
  after?: string | undefined;
  /** No page is asked for once this key was reached. */
  until?: string | undefined;
}

interface Listing {
  objects: ListedObject[];
  folders: string[];
  /** Nothing came after the last of them. */
  isWhole: boolean;
}

/** Of writes that must not be done twice, and of everything that a command asks. */
const mostTries = 10;
const firstWait = 100;
const longestWait = 1500;
/** A CDN over the bucket keeps nothing that is not said to be kept. */
const uncached = { 'Cache-Control': 'no-store' };
const writeHeader = 'x-amz-meta-write';

/** What a store of releases does with a bucket. Every method rejects with a StoreAwayError when the store cannot be asked. */
export class BucketClient {
  readonly place: string;
  readonly #requests: BucketRequests;
  readonly #prefix: string;
  readonly #tries: number;
  #away: { since: number; problem: BucketProblem | null } | null = null;
  #answeredAt = 0;

  /** @param parts.tries of a request that comes to nothing; fewer where it is made again anyway. */
  constructor({ tries = mostTries, ...parts }: RequestParts & { tries?: number }) {
    this.#tries = tries;
    this.place = parts.place.name;
    this.#prefix = parts.place.prefix;
    this.#requests = new BucketRequests(parts);
  }

  /** Since when nothing was got from the store, in words that anybody may read; null when the last request went well. */
  get trouble(): string | null {
    if (this.#away === null) return null;
    const { since, problem } = this.#away;
    const answer = [problem?.status, problem?.code].filter(Boolean).join(' ');
    return `${answer ? `answers ${answer}` : 'does not answer'} since ${new Date(since).toISOString()}`;
  }

  /** The time by the store's own clock. */
  now(): number {
    return this.#requests.now();
  }

  /** An object; null when there is none, `unchanged` when its tag is still the one given. */
  get(key: string, options?: Pick<GetOptions, 'mostBytes'>): Promise<StoredObject | null>;
  get(key: string, options: GetOptions): Promise<StoredObject | 'unchanged' | null>;
  async get(
    key: string,
    { unlessTag, tries = this.#tries, mostBytes = mostRecordBytes }: GetOptions = {},
  ): Promise<StoredObject | 'unchanged' | null> {
    const headers: Record<string, string> = unlessTag ? { 'If-None-Match': `"${unlessTag}"` } : {};
    const answer = await this.#ask({ method: 'GET', key, headers, mostBytes }, tries);
    if (answer.status === 404) return null;
    if (answer.status === 304) return 'unchanged';
    return {
      body: answer.body,
      etag: withoutQuotes(answer.headers.get('etag') ?? ''),
      modified: Date.parse(answer.headers.get('last-modified') ?? ''),
      write: answer.headers.get(writeHeader),
    };
  }

  /** Writes over whatever is there. */
  async put(key: string, body: Buffer, headers: Record<string, string> = {}): Promise<void> {
    const answer = await this.#ask({ method: 'PUT', key, body, headers: { ...uncached, ...headers } });
    if (answer.status !== 200) throw this.#inWords(new BucketProblem('', { status: answer.status }), 'PUT', key);
  }

  async remove(key: string): Promise<void> {
    await this.#ask({ method: 'DELETE', key });
  }

  /** Everything behind a key's beginning, in order; with a delimiter the folders there. `until` ends it at a page's end. */
  async list(start: string, { delimiter, after, until }: ListOptions = {}): Promise<Listing> {
    const listing: Listing = { objects: [], folders: [], isWhole: true };
    const own = (key: string) => key.slice(this.#prefix.length);
    let token: string | null = null;
    do {
      const query: Record<string, string> = {
        'list-type': '2',
        'encoding-type': 'url',
        prefix: this.#prefix + start,
        ...(delimiter && { delimiter }),
        ...(after && { 'start-after': this.#prefix + after }),
        ...(token && { 'continuation-token': token }),
      };
      const answer = await this.#ask({ method: 'GET', key: '', query });
      if (answer.status !== 200) throw this.#inWords(new BucketProblem('', { status: answer.status }), 'GET', '');
      const page = parseListPage(answer.body.toString('utf8'));
      listing.objects.push(...page.objects.map((object) => ({ ...object, key: own(object.key) })));
      listing.folders.push(...page.folders.map(own));
      token = page.next;
      listing.isWhole = token === null;
      if (until !== undefined && (listing.objects.at(-1)?.key ?? '') >= until) break;
    } while (token);
    return listing;
  }

  /**
   * Writes an object unless there is one: false when there is. An answer that is lost, or that says no, proves nothing: what
   * stands there afterwards does, by the id that each write carries.
   *
   * @throws ReleaseError `write-unknown` when it could not be found out whether it was written.
   */
  async putOnce(key: string, body: Buffer, headers: Record<string, string> = {}): Promise<boolean> {
    const write = randomUUID();
    const request: BucketRequest = {
      method: 'PUT',
      key,
      body,
      headers: { ...uncached, ...headers, 'If-None-Match': '*', [writeHeader]: write },
    };
    let isUnclear = false;
    let last: unknown;
    for (let attempt = 1; attempt <= mostTries; attempt += 1) {
      try {
        if ((await this.#askOnce(request)).status === 200) return true;
      } catch (error) {
        const isRefused = error instanceof BucketProblem && !error.isPassing;
        if (!isUnclear && (isRefused || !(error instanceof BucketProblem))) throw this.#inWords(error, 'PUT', key);
        isUnclear = true;
        last = error;
      }
      const there = await this.get(key, { tries: 1 }).catch(() => 'unknown' as const);
      if (there === 'unknown') isUnclear = true;
      else if (there && there !== 'unchanged') return there.write === write;
      if (attempt < mostTries) await wait(pauseAfter(attempt));
    }
    const cause = last === undefined ? '' : ` ${this.#inWords(last, 'PUT', key).message}`;
    throw new ReleaseError(
      'write-unknown',
      `It is unknown whether ${key} was written:${cause} See "npm run release -- status" before you try again.`,
      { cause: last },
    );
  }

  async #ask(request: BucketRequest, tries = this.#tries): Promise<BucketAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#askOnce(request);
      } catch (error) {
        const isPassing = error instanceof BucketProblem && error.isPassing;
        if (!isPassing || attempt >= tries) throw this.#inWords(error, request.method, request.key);
        await wait(pauseAfter(attempt));
      }
    }
  }

  async #askOnce(request: BucketRequest): Promise<BucketAnswer> {
    const began = Date.now();
    try {
      const answer = await this.#requests.send(request);
      this.#away = null;
      this.#answeredAt = Date.now();
      return answer;
    } catch (error) {
      // One that hung says nothing of a store that has answered another meanwhile.
      if (this.#answeredAt <= began) {
        this.#away = { since: this.#away?.since ?? began, problem: error instanceof BucketProblem ? error : null };
      }
      throw error;
    }
  }

  #inWords(error: unknown, method: string, key: string): Error {
    if (error instanceof BucketProblem) {
      return new StoreAwayError(describeProblem(error, { place: this.place, method, key }), { cause: error });
    }
    if (error instanceof ReleaseError) return new StoreAwayError(error.message, { cause: error });
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** With chance in it, so that those who were refused together do not come back together; in milliseconds. */
function pauseAfter(attempt: number): number {
  return Math.min(longestWait, firstWait * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}
