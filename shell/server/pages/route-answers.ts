import { createHash } from 'node:crypto';
import type { ReleaseRecord, RouteMeta } from 'kit/contracts/release';
import { type RouteAnswer, routeDataPath } from 'kit/contracts/route-data';
import { dataIsOffered } from 'kit/squad/rules/check-release';
import { LRUCache } from 'lru-cache';
import type { ReleasePolicy } from '../../platform/index.ts';
import type { BackEndAnswer, FetchFromApi, FetchFromBackEnd } from '../http/data-clients.ts';

/** An answer of the API or of a squad's back end, with a unique name. */
export interface KnownAnswer {
  answer: RouteAnswer;
  name: string;
}

/** In milliseconds, by outcome. */
interface CacheTimes {
  /** Visitors see a change of the API's data after this time. A back end says itself how long its answer holds. */
  answered: number;
  /** Visitors of one page wait for an API or a back end that does not answer at most this often. */
  unanswered: number;
}

const defaultCacheTimes: CacheTimes = { answered: 2000, unanswered: 1000 };

/** Bounds the memory, because visitors can invent addresses. */
const maxAnswers = 500;
/** In characters of JSON, for all answers together: one of a back end may have 256 kB. */
const maxCharacters = 16_000_000;

/** In characters; only browsers request a longer path. */
const maxPathLength = 1000;

/** Escapes that a proxy in front of the API may decode into another path. */
const ambiguousEscapes = /%(?:2f|5c|00)/i;

/** The answer for a name with such an escape, which no object of the API has. A squad's back end may have names of any kind. */
const missing = known({ status: 404 });

interface RouteAnswersParts {
  policy: Pick<ReleasePolicy, 'offeredData'>;
  ask: FetchFromApi;
  askBackEnd?: FetchFromBackEnd;
  ttl?: CacheTimes;
}

/** Caches answers for routes' data, so that all visitors within some seconds cost one request. */
export class RouteAnswers {
  readonly #parts: Required<RouteAnswersParts>;
  readonly #answers = new LRUCache<string, Promise<KnownAnswer | null>>({ max: maxAnswers, maxSize: maxCharacters });

  constructor({ policy, ask, askBackEnd = async () => null, ttl = defaultCacheTimes }: RouteAnswersParts) {
    this.#parts = { policy, ask, askBackEnd, ttl };
  }

  /**
   * Returns null without an answer in time, and for data that neither the site offers nor the release declares, whatever a record
   * names. Servers open no release that declares an origin which its key was not granted.
   *
   * @param origins what the release of the route declares
   */
  find(route: RouteMeta, pathname: string, origins?: ReleaseRecord['origins']): Promise<KnownAnswer | null> {
    const { policy } = this.#parts;
    const offer = { offeredData: policy.offeredData, connect: origins?.connect };
    const path = dataIsOffered(offer, route) ? routeDataPath(route, pathname) : null;
    if (path === null || path.length > maxPathLength) return Promise.resolve(null);
    if (ambiguousEscapes.test(path)) return Promise.resolve(path.startsWith('/') ? missing : null);
    const kept = this.#answers.get(path);
    if (kept) return kept;
    const asking = this.#ask(path);
    const pending = asking.then((found) => found && known(found.answer));
    // Requests in the meantime wait for the same answer.
    this.#answers.set(path, pending, { size: 1 });
    void asking.then((found) => this.#keep(path, pending, found));
    return pending;
  }

  async #ask(path: string): Promise<BackEndAnswer | null> {
    const { ask, askBackEnd, ttl } = this.#parts;
    if (!path.startsWith('/')) return askBackEnd(path);
    const answer = await ask(path);
    return answer && { answer, keepFor: ttl.answered };
  }

  #keep(path: string, pending: Promise<KnownAnswer | null>, found: BackEndAnswer | null): void {
    const ttl = found ? found.keepFor : this.#parts.ttl.unanswered;
    // The cache takes no other size for a value that it has.
    this.#answers.delete(path);
    // A time of 0 would be forever.
    if (ttl > 0) this.#answers.set(path, pending, { ttl, size: found ? JSON.stringify(found.answer).length : 1 });
  }
}

function known(answer: RouteAnswer): KnownAnswer {
  return { answer, name: createHash('sha256').update(JSON.stringify(answer)).digest('base64url') };
}
