import { createHash } from 'node:crypto';
import type { RouteMeta } from 'kit/contracts/release';
import { type RouteAnswer, routeDataPath } from 'kit/contracts/route-data';
import { LRUCache } from 'lru-cache';
import { dataIsOffered, type ReleasePolicy } from '../../platform/index.ts';
import type { AskApi } from '../http/ask-api.ts';

/** What the API answered, and a name that no other answer has. */
export interface KnownAnswer {
  answer: RouteAnswer;
  name: string;
}

/** In milliseconds. */
interface Periods {
  /** A change that the office makes is seen after this long. */
  answered: number;
  /** So often, at most, do visitors of one page wait for an API that does not answer. */
  unanswered: number;
}

const defaultPeriods: Periods = { answered: 2000, unanswered: 1000 };

/** Addresses are made up by visitors: so many answers are kept, of 16 kB at most. */
const mostAnswers = 500;

/** Longer paths are nobody's page; browsers ask. */
const longestPath = 1000;

/** What a proxy on the way to the API might decode into another path. */
const doubtful = /%(?:2f|5c|00)/i;

interface RouteAnswersParts {
  policy: Pick<ReleasePolicy, 'offeredData'>;
  ask: AskApi;
  periods?: Periods;
}

/** What the API says of what routes name as their data, asked once for all who come within seconds. */
export class RouteAnswers {
  readonly #parts: Required<RouteAnswersParts>;
  readonly #answers = new LRUCache<string, Promise<KnownAnswer | null>>({ max: mostAnswers });

  constructor({ policy, ask, periods = defaultPeriods }: RouteAnswersParts) {
    this.#parts = { policy, ask, periods };
  }

  /** Null where the API does not answer in time, and for what the site does not offer, whatever a record says. */
  find(route: RouteMeta, pathname: string): Promise<KnownAnswer | null> {
    const { policy, ask, periods } = this.#parts;
    const path = dataIsOffered(policy, route) ? routeDataPath(route, pathname) : null;
    if (path === null || path.length > longestPath || doubtful.test(path)) return Promise.resolve(null);
    const known = this.#answers.get(path);
    if (known) return known;
    const asking = ask(path).then((answer) => answer && { answer, name: nameOf(answer) });
    // Those who come meanwhile wait for the same answer.
    this.#answers.set(path, asking);
    void asking.then((answer) => {
      this.#answers.set(path, asking, { ttl: answer ? periods.answered : periods.unanswered });
    });
    return asking;
  }
}

function nameOf(answer: RouteAnswer): string {
  return createHash('sha256').update(JSON.stringify(answer)).digest('base64url');
}
