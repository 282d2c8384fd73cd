import { shellName } from 'kit/contracts/shell-name';
import { LRUCache } from 'lru-cache';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import type { ReleaseSource } from './live-site.ts';
import { remember } from './remember.ts';
import { StoredRelease } from './stored-release.ts';
import type { StoredShell } from './stored-shell.ts';

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
    const before = this.#kept;
    this.#namesKept = new Set(names);
    this.#kept = new Map();
    for (const [name, release] of before) if (!this.#namesKept.has(name)) this.#others.set(name, release);
    for (const name of this.#namesKept) {
      const release = before.get(name) ?? this.#others.get(name);
      if (release) this.#kept.set(name, release);
      this.#others.delete(name);
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
