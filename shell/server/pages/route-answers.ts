import { createHash } from 'node:crypto';
import type { RouteMeta } from 'kit/contracts/release';
import { type RouteAnswer, routeDataPath } from 'kit/contracts/route-data';
import { LRUCache } from 'lru-cache';
import { dataIsOffered, type ReleasePolicy } from '../../platform/index.ts';
import type { FetchFromApi } from '../http/api-client.ts';

/** An answer of the API, with a unique name. */
export interface KnownAnswer {
  answer: RouteAnswer;
  name: string;
}

/** In milliseconds, by outcome. */
interface CacheTimes {
  /** Visitors see a change of the API's data after this time. */
  answered: number;
  /** Visitors of one page wait for an API that does not answer at most this often. */
  unanswered: number;
}

const defaultCacheTimes: CacheTimes = { answered: 2000, unanswered: 1000 };

/** Bounds the memory, because visitors can invent addresses. An answer has at most 16 kB. */
const maxAnswers = 500;

/** In characters; only browsers request a longer path. */
const maxPathLength = 1000;

/** Escapes that a proxy in front of the API may decode into another path. */
const ambiguousEscapes = /%(?:2f|5c|00)/i;

interface RouteAnswersParts {
  policy: Pick<ReleasePolicy, 'offeredData'>;
  ask: FetchFromApi;
  ttl?: CacheTimes;
}

/** Caches the API's answers for routes' data, so that all visitors within some seconds cost one request. */
export class RouteAnswers {
  readonly #parts: Required<RouteAnswersParts>;
  readonly #answers = new LRUCache<string, Promise<KnownAnswer | null>>({ max: maxAnswers });

  constructor({ policy, ask, ttl = defaultCacheTimes }: RouteAnswersParts) {
    this.#parts = { policy, ask, ttl };
  }

  /** Returns null if the API does not answer in time, and for data that the site does not offer, whatever a record names. */
  find(route: RouteMeta, pathname: string): Promise<KnownAnswer | null> {
    const { policy, ask, ttl } = this.#parts;
    const path = dataIsOffered(policy, route) ? routeDataPath(route, pathname) : null;
    if (path === null || path.length > maxPathLength || ambiguousEscapes.test(path)) return Promise.resolve(null);
    const known = this.#answers.get(path);
    if (known) return known;
    const pending = ask(path).then((answer) => answer && { answer, name: nameOf(answer) });
    // Requests in the meantime wait for the same answer.
    this.#answers.set(path, pending);
    void pending.then((answer) => {
      this.#answers.set(path, pending, { ttl: answer ? ttl.answered : ttl.unanswered });
    });
    return pending;
  }
}

function nameOf(answer: RouteAnswer): string {
  return createHash('sha256').update(JSON.stringify(answer)).digest('base64url');
}
