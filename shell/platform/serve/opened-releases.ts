import { setTimeout as wait } from 'node:timers/promises';
import { shellName } from 'kit/contracts/shell-name';
import { LRUCache } from 'lru-cache';
import { ReleaseError } from '../storage/release-error.ts';
import type { LiveSite, ReleaseSource } from './live-site.ts';
import type { ReleasePlatform } from './release-policy.ts';
import { StoredRelease, type StoredShell } from './stored-release.ts';

const maxReleases = 100;
/** Each shell takes two megabytes. */
const maxShells = 6;
const maxAbsent = 10_000;
/** How long a missing release stays cached as missing, in milliseconds. */
const absentTtl = 10_000;

/** Caches the opened and verified releases of a store, for pages and files of any revision. */
export class OpenedReleases implements ReleaseSource {
  readonly onProblem: ReleaseSource['onProblem'];
  readonly #platform: Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>;
  /** Releases that the current composition names. Requests for other releases never evict them. */
  #kept = new Map<string, Promise<StoredRelease>>();
  #namesKept: ReadonlySet<string> = new Set();
  readonly #others = new LRUCache<string, Promise<StoredRelease>>({ max: maxReleases });
  readonly #shells = new LRUCache<string, Promise<StoredShell>>({ max: maxShells });
  readonly #absent = new LRUCache<string, true>({ max: maxAbsent, ttl: absentTtl });

  constructor(platform: Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>, onProblem: ReleaseSource['onProblem']) {
    this.#platform = platform;
    this.onProblem = onProblem;
  }

  readonly open = (remote: string, id: string): Promise<StoredRelease> => {
    const name = `${remote} ${id}`;
    const known = this.#kept.get(name) ?? this.#others.get(name);
    if (known) return known;
    const opening = StoredRelease.open(this.#platform, remote, id);
    (this.#namesKept.has(name) ? this.#kept : this.#others).set(name, opening);
    opening.catch(() => {
      for (const cache of [this.#kept, this.#others]) if (cache.get(name) === opening) cache.delete(name);
    });
    return opening;
  };

  readonly openShell = (id: string): Promise<StoredShell> =>
    remember(this.#shells, id, async () => (await this.open(shellName, id)).shell(this.#platform.policy));

  /** Opens a release of a remote or of the shell, ready for its first page. */
  openFor(name: string, id: string): Promise<unknown> {
    return name === shellName ? this.openShell(id) : this.open(name, id);
  }

  /** Sets the releases, as `remote id`, that stay open from now on. */
  keep(names: Iterable<string>): void {
    this.#namesKept = new Set(names);
    const open = new Map([...this.#others.entries(), ...this.#kept]);
    this.#kept = new Map();
    for (const [name, release] of open) {
      if (!this.#namesKept.has(name)) this.#others.set(name, release);
      else this.#kept.set(name, release);
    }
  }

  /**
   * Opens a release for a public request of one of its files. A revision or the visitor's own preview must name it. Other
   * requests never reach the store, and a missing release is cached as missing for {@link absentTtl}.
   *
   * @throws ReleaseError `release-missing`
   */
  async openPublic(remote: string, id: string, isOwnPreview: () => boolean): Promise<StoredRelease> {
    const name = `${remote} ${id}`;
    if (this.#absent.has(name) || !(this.#platform.chain.names(remote, id) || isOwnPreview())) {
      throw new ReleaseError('release-missing', `Nothing names a release ${id} of ${remote}.`);
    }
    try {
      return await this.open(remote, id);
    } catch (error) {
      // An unavailable store does not prove that the release is missing.
      if (error instanceof ReleaseError && error.code === 'release-missing') this.#absent.set(name, true);
      throw error;
    }
  }

  /** Forgets which releases were missing, because they may have arrived. */
  retryAbsent(): void {
    this.#absent.clear();
  }

  /** Closes all releases. They were verified under rights that are no longer in force. */
  forget(): void {
    this.#kept.clear();
    this.#others.clear();
    this.#shells.clear();
  }
}

/** Caches a promise. Drops it when it rejects, or resolves to null or to an incomplete site, because the rest may arrive later. */
export function remember<Key extends string | number, Value extends object | null>(
  cache: LRUCache<Key, Promise<Value>>,
  key: Key,
  load: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const value = load();
  cache.set(key, value);
  value.then(
    (found) => isWhole(found) || cache.delete(key),
    () => cache.delete(key),
  );
  return value;
}

function isWhole(found: object | null): boolean {
  return found !== null && !('isComplete' in found && found.isComplete === false);
}

/** How long a switch waits for its pages, in milliseconds. Visitors must see a switch within a second of its command. */
const preparationTimeout = 300;
/** How long its other pages are prepared after it has taken effect, in milliseconds. */
const laterPreparation = 5000;

export interface SiteChange {
  from: LiveSite;
  to: LiveSite;
  /** Aborts when another switch arrives, or some time after the site became live. The pages that are left render on request. */
  signal: AbortSignal;
}

export type PrepareSwitch = (change: SiteChange) => Promise<void>;

/** Prepares the next live site. It stops after a timeout, or when another switch arrives. */
export class SwitchPreparation {
  #prepare: { make: PrepareSwitch; within: number } | null = null;
  #latest = new AbortController();

  /** Sets the function that prepares a site. A switch waits for it at most `within` milliseconds. */
  use(make: PrepareSwitch, within = preparationTimeout): void {
    this.#prepare = { make, within };
  }

  /** Announces a switch, which stops the preparation of the one before. The signal aborts with the next one. */
  announce(): AbortSignal {
    this.#latest.abort();
    this.#latest = new AbortController();
    return this.#latest.signal;
  }

  /** Resolves when the site is ready or the wait ends. Pages that are not ready then are prepared while it is live. */
  async run({ from, to }: Omit<SiteChange, 'signal'>, next: AbortSignal): Promise<void> {
    if (!this.#prepare || from.revision === 0 || next.aborted) return;
    const { make, within } = this.#prepare;
    const signal = AbortSignal.any([next, AbortSignal.timeout(within + laterPreparation)]);
    const isOver = wait(within, undefined, { signal: next, ref: false }).catch(() => {});
    await Promise.race([make({ from, to, signal }), isOver]);
  }
}
