import { LRUCache } from 'lru-cache';

/**
 * What one network (IPv4 /24, IPv6 /48) adds to the figures of one release within an hour, on one server. Whatever it sends
 * beyond that changes nothing: an office or a school has so many visitors, and one who forges reports has no more.
 */
export const networkLimits = { views: 20, vitals: 5, failures: 5 } as const;

type Kind = keyof typeof networkLimits;

/** Networks and releases that are told apart at a time: what bounds the memory. */
const maxNetworks = 20_000;
const anHour = 3_600_000;

export class NetworkLimits {
  readonly #told = new LRUCache<string, Record<Kind, number>>({ max: maxNetworks, ttl: anHour });

  /** Whether a report of this kind still counts, which is noted. All visitors whose network is unknown are one. */
  take({ release, network }: { release: string; network: string | null }, kind: Kind): boolean {
    const key = `${release} ${network ?? ''}`;
    const told = this.#told.get(key) ?? { views: 0, vitals: 0, failures: 0 };
    if (told[kind] >= networkLimits[kind]) return false;
    told[kind] += 1;
    // The hour begins with the first report: the same object stays.
    if (!this.#told.has(key)) this.#told.set(key, told);
    return true;
  }
}
