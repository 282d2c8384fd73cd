import { createHash } from 'node:crypto';
import type { ReleasePlatform } from '../../platform/index.ts';
import type { Report } from './incident.ts';

interface Watched {
  platform: Pick<ReleasePlatform, 'store' | 'chain'>;
  /** What is wrong with the store or its logs here, in sentences that anybody may read. */
  problemsHere: () => readonly string[];
  report: Report;
}

/** What lasts for so long is no moment between two looks, in milliseconds. */
const lasts = 60_000;
/** Servers are looked at for so long after a switch: whoever follows by then follows. */
const watchedFor = 10 * 60_000;

/** Sees servers that stay behind after a switch, and what is wrong with the store as this server sees it. */
export class ServerWatch {
  readonly #parts: Watched;
  readonly #since = new Map<string, number>();
  /** The revision in effect, and when this server saw it first: the clock that it was written by may be another one. */
  #newest = { revision: 0, seenAt: 0 };

  constructor(parts: Watched) {
    this.#parts = parts;
  }

  async look(now = Date.now()): Promise<void> {
    const { platform, report, problemsHere } = this.#parts;
    const problems = new Map(problemsHere().map((sentence) => [hashOf(sentence), sentence]));
    for (const [key, sentence] of problems) {
      if (this.#hasLasted(key, now)) {
        const words = `A shell server stays with what it has: ${sentence}`;
        report({ kind: 'server-behind', key, remote: null, sentence: words });
      }
    }
    const behind = await this.#behind(platform, now);
    if (behind && this.#hasLasted(behind.key, now)) report({ kind: 'server-behind', remote: null, ...behind });
    const current = new Set([...problems.keys(), behind?.key]);
    for (const key of this.#since.keys()) if (!current.has(key)) this.#since.delete(key);
  }

  async #behind({ store, chain }: Watched['platform'], now: number): Promise<{ key: string; sentence: string } | null> {
    const current = chain.current?.composition;
    if (!current) return null;
    if (this.#newest.revision !== current.revision) this.#newest = { revision: current.revision, seenAt: now };
    if (now - this.#newest.seenAt >= watchedFor) return null;
    const heads = await store.readHeads(store.pace.headsCountFor);
    const late = heads.filter(({ revision }) => revision < current.revision);
    const lowest = Math.min(...late.map(({ revision }) => revision));
    if (late.length === 0) return null;
    return {
      key: String(current.revision),
      sentence: `${late.length} of ${heads.length} shell servers ${late.length === 1 ? 'is' : 'are'} still at revision ${lowest}; revision ${current.revision} is in effect since ${current.at}: look at their log and /healthz.`,
    };
  }

  #hasLasted(key: string, now: number): boolean {
    const since = this.#since.get(key) ?? now;
    this.#since.set(key, since);
    return now - since >= lasts;
  }
}

/** The same sentence is the same incident on every server; another day it is another one. */
function hashOf(sentence: string): string {
  const day = new Date().toISOString().slice(0, 10);
  return `${day}-${createHash('sha256').update(sentence).digest('hex').slice(0, 12)}`;
}

/** Between two looks, in milliseconds. */
const interval = 15_000;

/** Looks until it is stopped. A store that is away is said by the server itself. */
export function watchServers(parts: Watched): { stop: () => void } {
  const watch = new ServerWatch(parts);
  const timer = setInterval(() => void watch.look().catch(() => {}), interval).unref();
  return { stop: () => clearInterval(timer) };
}
