import { shellName } from 'kit/contracts/shell-name';
import { LRUCache } from 'lru-cache';
import { ReleaseError } from '../storage/release-error.ts';
import type { LiveSite, ReleaseSource } from './live-site.ts';
import type { ReleasePlatform } from './release-policy.ts';
import { StoredRelease, type StoredShell } from './stored-release.ts';

const mostReleases = 100;
/** Two megabytes each. */
const mostShells = 6;
const mostAbsent = 10_000;
/** In milliseconds. */
const absentFor = 10_000;

/** Releases of a store that were opened and checked once, for pages and files of any revision. */
export class OpenedReleases implements ReleaseSource {
  readonly onProblem: ReleaseSource['onProblem'];
  readonly #platform: Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>;
  /** Those that the composition in effect names: nothing that somebody asks for may take their place. */
  #kept = new Map<string, Promise<StoredRelease>>();
  #namesKept: ReadonlySet<string> = new Set();
  readonly #others = new LRUCache<string, Promise<StoredRelease>>({ max: mostReleases });
  readonly #shells = new LRUCache<string, Promise<StoredShell>>({ max: mostShells });
  /** Releases that could not be opened a moment ago. */
  readonly #absent = new LRUCache<string, true>({ max: mostAbsent, ttl: absentFor });

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

  /** A release of a remote or of the shell, ready for its first page. */
  openFor(name: string, id: string): Promise<unknown> {
    return name === shellName ? this.openShell(id) : this.open(name, id);
  }

  /** Names the releases, as `remote id`, that stay open from now on. */
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
   * A release for whoever asks for a file of it: one that a revision names, or that the visitor's own preview does. The store
   * is asked for no other, and not twice a moment for one that is gone.
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
      // A store that is away says nothing of what it holds.
      if (error instanceof ReleaseError && error.code === 'release-missing') this.#absent.set(name, true);
      throw error;
    }
  }

  /** What was gone a moment ago may have come. */
  lookAnew(): void {
    this.#absent.clear();
  }

  /** They were opened under rights that are no longer in force. */
  forget(): void {
    this.#kept.clear();
    this.#others.clear();
    this.#shells.clear();
  }
}

/** A cached promise, unless it fails, or finds nothing or not everything: what is not there may come. */
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

/** A switch waits for so long until its pages are ready, in milliseconds: it is to be seen within a second of its command. */
const readyWithin = 300;

/** A site that is about to be live. */
export interface SiteChange {
  from: LiveSite;
  to: LiveSite;
  /** Ends when it is live, whatever is ready by then. */
  signal: AbortSignal;
}

export type PrepareSwitch = (change: SiteChange) => Promise<void>;

/** Has what is about to be live made ready: not for long, and not while another switch waits behind it. */
export class SwitchPreparation {
  #prepare: { make: PrepareSwitch; within: number } | null = null;
  /** Switches that have come and are not begun. */
  #waiting = 0;
  #hurry = new AbortController();

  /** `within` milliseconds a switch is taken anyway. */
  use(make: PrepareSwitch, within = readyWithin): void {
    this.#prepare = { make, within };
  }

  /** A switch has come: the one before it waits for nothing any more. */
  announce(): void {
    this.#waiting += 1;
    this.#hurry.abort();
  }

  /** It is the turn of a switch that was announced. */
  begin(): void {
    this.#waiting -= 1;
  }

  /** Comes back when the site is ready or nobody may wait longer; what is not ready then is made when it is asked for. */
  async run({ from, to }: Omit<SiteChange, 'signal'>): Promise<void> {
    if (!this.#prepare || from.revision === 0 || this.#waiting > 0) return;
    const { make, within } = this.#prepare;
    this.#hurry = new AbortController();
    const signal = AbortSignal.any([this.#hurry.signal, AbortSignal.timeout(within)]);
    const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    try {
      await Promise.race([make({ from, to, signal }), over]);
    } finally {
      this.#hurry.abort();
    }
  }
}
