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
  readonly #releases = new LRUCache<string, Promise<StoredRelease>>({ max: mostReleases });
  readonly #shells = new LRUCache<string, Promise<StoredShell>>({ max: mostShells });
  /** Releases that could not be opened a moment ago. */
  readonly #absent = new LRUCache<string, true>({ max: mostAbsent, ttl: absentFor });

  constructor(platform: Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>, onProblem: ReleaseSource['onProblem']) {
    this.#platform = platform;
    this.onProblem = onProblem;
  }

  readonly open = (remote: string, id: string): Promise<StoredRelease> =>
    remember(this.#releases, `${remote}/${id}`, () => StoredRelease.open(this.#platform, remote, id));

  readonly openShell = (id: string): Promise<StoredShell> =>
    remember(this.#shells, id, async () => (await this.open(shellName, id)).shell(this.#platform.policy));

  /** A release of a remote or of the shell, ready for its first page. */
  openFor(name: string, id: string): Promise<unknown> {
    return name === shellName ? this.openShell(id) : this.open(name, id);
  }

  /**
   * A release for whoever asks for a file of it: one that a revision names, or that the visitor's own preview does. A store
   * that costs something is asked for no other, and not twice a moment for one that is gone.
   */
  openPublic(remote: string, id: string, isOwnPreview: () => boolean): Promise<StoredRelease> {
    const { chain, store } = this.#platform;
    const name = `${remote}/${id}`;
    const known = this.#releases.get(name);
    if (known || store.pace.isFree) return known ?? this.open(remote, id);
    if (this.#absent.has(name) || !(chain.names(remote, id) || isOwnPreview())) {
      return Promise.reject(new ReleaseError('release-missing', `Nothing names a release ${id} of ${remote}.`));
    }
    const opening = this.open(remote, id);
    opening.catch((error: unknown) => {
      // A store that is away says nothing of what it holds.
      if (error instanceof ReleaseError && error.code === 'release-missing') this.#absent.set(name, true);
    });
    return opening;
  }

  /** What was gone a moment ago may have come. */
  lookAnew(): void {
    this.#absent.clear();
  }

  /** They were opened under rights that are no longer in force. */
  forget(): void {
    this.#releases.clear();
    this.#shells.clear();
  }
}
