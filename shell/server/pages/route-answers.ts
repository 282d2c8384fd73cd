import { createHash } from 'node:crypto';
import type { RouteMeta } from 'kit/contracts/release';
import { type RouteAnswer, routeDataPath } from 'kit/contracts/route-data';
import { LRUCache } from 'lru-cache';
import { dataIsOffered, type ReleasePolicy } from '../../platform/index.ts';
import type { FetchFromApi } from '../http/api-client.ts';

/** What the API answered, with a name that no other answer has. */
export interface KnownAnswer {
  answer: RouteAnswer;
  name: string;
}

/** How long an outcome is kept, in milliseconds. */
interface CacheTimes {
  /** Visitors see a change in the API's data after this long. */
  answered: number;
  /** Visitors of one page wait at most this often for an API that does not answer. */
  unanswered: number;
}

const defaultCacheTimes: CacheTimes = { answered: 2000, unanswered: 1000 };

/** Bounds the memory, since visitors can invent addresses. An answer has 16 kB at most. */
const maxAnswers = 500;

/** A longer path is asked of the API by browsers alone, in characters. */
const maxPathLength = 1000;

/** Escapes that a proxy on the way to the API may decode into another path. */
const ambiguousEscapes = /%(?:2f|5c|00)/i;

interface RouteAnswersParts {
  policy: Pick<ReleasePolicy, 'offeredData'>;
  ask: FetchFromApi;
  ttl?: CacheTimes;
}

/** Caches what the API answers for the data of routes, so that all visitors of some seconds cost one request. */
export class RouteAnswers {
  readonly #parts: Required<RouteAnswersParts>;
  readonly #answers = new LRUCache<string, Promise<KnownAnswer | null>>({ max: maxAnswers });

  constructor({ policy, ask, ttl = defaultCacheTimes }: RouteAnswersParts) {
    this.#parts = { policy, ask, ttl };
  }

  /** Gives null where the API does not answer in time, and for data that the site does not offer, whatever a record names. */
  find(route: RouteMeta, pathname: string): Promise<KnownAnswer | null> {
    const { policy, ask, ttl } = this.#parts;
    const path = dataIsOffered(policy, route) ? routeDataPath(route, pathname) : null;
    if (path === null || path.length > maxPathLength || ambiguousEscapes.test(path)) return Promise.resolve(null);
    const known = this.#answers.get(path);
    if (known) return known;
    const pending = ask(path).then((answer) => answer && { answer, name: nameOf(answer) });
    // Requests that come meanwhile wait for the same answer.
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
