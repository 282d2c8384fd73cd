import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { messageOf } from 'kit/server/text';
import { LRUCache } from 'lru-cache';
import { isAboutSite, movesOf, releasesInUse } from '../state/site-state.ts';
import { LiveSite, nameReleaseSet, type ReleaseSet, servedBy } from './live-site.ts';
import { OpenedReleases, type PrepareSwitch, remember, SwitchPreparation } from './opened-releases.ts';
import type { ReleasePlatform } from './release-policy.ts';
import type { StoredRelease } from './stored-release.ts';
import { type ChainWatch, ServedMark, watchChain } from './watch-chain.ts';

/** Revisions cached for tabs that were opened before a switch and still have to fetch their composition. */
const maxRevisions = 20;
const maxVariants = 20;

/** The maximum of rolled-back releases that tabs receive. Older ones are no longer open in any tab. */
const maxWithdrawn = 50;

/** Interval of the retries for live releases that the store does not hold yet, in milliseconds. */
const retryInterval = 1000;

type FollowedPlatform = Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>;

export interface FollowerLog {
  info: (sentence: string) => void;
  error: (sentence: string) => void;
  /** Receives each live release that cannot be served, in addition to `error`. */
  refused?: (sentence: string, release: { remote: string; id: string }) => void;
}

/** Follows the release store. Holds the live site, and loads older revisions for tabs that still use them. */
export class SiteFollower {
  #current = new LiveSite(0, []);
  #withdrawn: Readonly<Record<string, number>> = {};
  readonly #platform: FollowedPlatform;
  readonly #sites = new LRUCache<number, Promise<LiveSite | null>>({ max: maxRevisions });
  readonly #variants = new LRUCache<string, Promise<LiveSite>>({ max: maxVariants });
  readonly #mark: ServedMark;
  readonly #watch: ChainWatch;
  /** Revisions load one after the other, so that a slow one cannot replace a newer one. */
  #loading: Promise<void> = Promise.resolve();
  #nextLook: NodeJS.Timeout | undefined;
  readonly #log: FollowerLog;
  readonly #listeners = new Set<(site: LiveSite) => void>();
  readonly #preparation = new SwitchPreparation();
  readonly #releases: OpenedReleases;
  readonly ready: Promise<void>;

  /** The hash of the rights by which the cached releases were verified. */
  #rightsHash: string | null = null;

  constructor(platform: FollowedPlatform, log: FollowerLog = console) {
    this.#platform = platform;
    this.#log = log;
    this.#releases = new OpenedReleases(platform, (sentence, release) => {
      log.error(sentence);
      log.refused?.(sentence, release);
    });
    this.#mark = new ServedMark(platform.store);
    this.#watch = watchChain(
      platform.chain,
      (composition) => {
        const next = this.#preparation.announce();
        this.#loading = this.#loading.then(() => this.#take(composition, next));
      },
      { pace: platform.store.pace, onProblem: (sentence) => log.error(sentence), onLook: () => this.#lookBehind() },
    );
    this.ready = this.#watch.ready.then(() => this.#loading);
  }

  get current(): LiveSite {
    return this.#current;
  }

  /**
   * The last releases that tabs must leave, as `remote/id`, with the revision that took them back: by a rollback, the end of a canary,
   * or the withdrawal of a remote. None of them is in {@link current}, so a tab that leaves one gets another release.
   */
  get withdrawn(): Readonly<Record<string, number>> {
    return this.#withdrawn;
  }

  /** Calls the listener with the live site now and after each change. */
  onChange(listener: (site: LiveSite) => void): void {
    this.#listeners.add(listener);
    listener(this.#current);
  }

  /** Calls `prepare` before each switch, so that pages are ready when it takes effect. A switch waits at most `within` milliseconds. */
  beforeChange(prepare: PrepareSwitch, { within }: { within?: number } = {}): void {
    this.#preparation.use(prepare, within);
  }

  async site(revision: number): Promise<LiveSite | null> {
    if (revision > this.#current.revision) await this.catchUp();
    if (revision === this.#current.revision) return this.#current;
    return remember(this.#sites, revision, async () => {
      const composition = this.#platform.chain.read(revision);
      return composition && LiveSite.load(this.#releases, composition);
    });
  }

  /** Returns a variant of a site. Variants are cached, so that their pages render once. Rejects with a sentence. */
  vary(site: LiveSite, overrides: ReleaseSet['overrides']): Promise<LiveSite> {
    if (Object.keys(overrides).length === 0) return Promise.resolve(site);
    const name = nameReleaseSet({ revision: site.revision, overrides });
    return remember(this.#variants, name, () => site.vary(this.#releases, overrides));
  }

  /** Returns the site of a release set, or null when the store does not hold it. Rejects when it cannot be read. */
  async siteOf({ revision, overrides }: ReleaseSet): Promise<LiveSite | null> {
    const site = await this.site(revision);
    return site && this.vary(site, overrides);
  }

  /** Opens any release of the store, live or not. Rejects with a sentence when the store does not hold it. */
  release(remote: string, id: string): Promise<StoredRelease> {
    return this.#releases.open(remote, id);
  }

  /** Opens a release for a public request of one of its files. Rejects with a sentence when it is not public. */
  async publicRelease(remote: string, id: string, isOwnPreview: () => boolean): Promise<StoredRelease> {
    if (!this.#platform.chain.names(remote, id) && !isOwnPreview()) await this.catchUp();
    return this.#releases.openPublic(remote, id, isOwnPreview);
  }

  /** The problems of the followed logs, in sentences without paths of this machine. The current site stays in effect. */
  get problems(): readonly string[] {
    const { chain, store } = this.#platform;
    const lost = this.#mark.problem === null ? [] : [this.#mark.problem];
    return [...store.problems, ...chain.problems, ...lost].map((sentence) =>
      sentence.replaceAll(store.place, 'the store'),
    );
  }

  /**
   * Resolves once every switch that was written before the call is in effect. Call it before a "not found" answer, because
   * another server may already serve a newer revision.
   */
  async catchUp(): Promise<void> {
    await this.#watch.catchUp();
    await this.#loading;
  }

  stop(): void {
    this.#watch.stop();
    clearTimeout(this.#nextLook);
  }

  /** @param next aborts when another switch arrives */
  async #take(composition: Composition, next: AbortSignal): Promise<void> {
    this.#forgetWhenRightsChanged();
    this.#releases.retryAbsent();
    const named = releasesInUse(composition).map(({ remote, id }) => `${remote} ${id}`);
    this.#platform.store.pin(named);
    this.#releases.keep(named);
    try {
      const withdrawn = [...this.#platform.chain.withdrawn].slice(-maxWithdrawn);
      const site = await LiveSite.load(this.#releases, composition);
      await this.#preparation
        .run({ from: this.#current, to: site }, next)
        .catch((error: unknown) => this.#log.error(messageOf(error)));
      this.#current = site;
      const served = new Set([...servedBy(this.#current)].map(([name, id]) => `${name}/${id}`));
      this.#withdrawn = Object.fromEntries(withdrawn.filter(([release]) => !served.has(release)));
      // A cached variant may be of the same revision and lack releases that have arrived since.
      this.#variants.clear();
      for (const { live } of this.#current.remotes) void live.preload();
      this.#preloadShell(this.#current);
      this.#preloadCanaries(composition);
      for (const listener of this.#listeners) listener(this.#current);
      const { revision, action } = composition;
      const moved = movesOf(composition).map(({ remote, to }) => `${remote} ${to}`);
      this.#log.info(
        `composition ${revision}: ${action} ${isAboutSite(composition) ? 'of the site' : moved.join(', ')}`,
      );
    } catch (error) {
      this.#log.error(`composition ${composition.revision} is not served: ${messageOf(error)}`);
    }
    this.#retryMissing(composition, next);
  }

  /** Preloads the files of the shell, so that an outage of the store does not affect them. */
  #preloadShell({ shell }: LiveSite): void {
    if (!shell) return;
    this.release(shellName, shell.live.record.id).then(
      (release) => release.preload(),
      (error: unknown) => this.#log.error(messageOf(error)),
    );
  }

  /** Opens canaries ahead of their first visitor and of an outage of the store. */
  #preloadCanaries({ remotes }: Composition): void {
    for (const [remote, { canary }] of Object.entries(remotes)) {
      if (canary)
        this.#releases.openFor(remote, canary.id).catch((error: unknown) => this.#log.error(messageOf(error)));
    }
  }

  async #lookBehind(): Promise<void> {
    await this.#repair();
    const before = this.#mark.problem;
    await this.#mark.look(this.#platform.chain);
    if (this.#mark.problem !== null && this.#mark.problem !== before) this.#log.error(this.#mark.problem);
  }

  /** Writes the current revision back when its file in the store is damaged, so that no switch is lost. */
  async #repair(): Promise<void> {
    const { store, chain } = this.#platform;
    const damaged = chain.damaged.find(({ revision }) => revision === chain.state.revision);
    if (!damaged) return;
    await store.log.restore(damaged);
    await chain.refresh({ whole: true });
    this.#log.error(`revision ${damaged.revision} was damaged in the store; this server restored it from its own copy`);
  }

  /** Clears the caches: a key may have been revoked, or a path may belong to another remote. */
  #forgetWhenRightsChanged(): void {
    const { rightsHash } = this.#platform.chain;
    if (rightsHash === this.#rightsHash) return;
    this.#rightsHash = rightsHash;
    this.#releases.forget();
    for (const cache of [this.#sites, this.#variants]) cache.clear();
  }

  /** Retries missing releases, because a copy of a store may receive a release after the composition that names it. */
  #retryMissing(composition: Composition, next: AbortSignal): void {
    clearTimeout(this.#nextLook);
    const missing = missingReleases(this.#current, composition);
    if (missing.length === 0) return;
    const retry = async () => {
      const hasArrived = await Promise.any(missing.map(([remote, id]) => this.#releases.openFor(remote, id))).catch(
        () => null,
      );
      if (this.#current.revision !== composition.revision) return;
      if (hasArrived) await this.#take(composition, next);
      else this.#retryMissing(composition, next);
    };
    this.#nextLook = setTimeout(() => {
      this.#loading = this.#loading.then(retry);
    }, retryInterval).unref();
  }
}

function missingReleases(site: LiveSite, composition: Composition): [remote: string, id: string][] {
  const served = servedBy(site);
  return Object.entries(composition.remotes)
    .filter(([name, { live, withdrawn }]) => !withdrawn && served.get(name) !== live)
    .map(([name, { live }]) => [name, live]);
}
