import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { messageOf } from 'kit/server/text';
import { LRUCache } from 'lru-cache';
import { isAboutSite, movesOf, namedReleases } from '../state/site-state.ts';
import { LiveSite, nameReleaseSet, type ReleaseSet } from './live-site.ts';
import { OpenedReleases, type PrepareSwitch, remember, SwitchPreparation } from './opened-releases.ts';
import type { ReleasePlatform } from './release-policy.ts';
import type { StoredRelease } from './stored-release.ts';
import { type ChainWatch, ServedMark, watchChain } from './watch-chain.ts';

/** Revisions cached for tabs that were opened before a switch and still have to fetch their composition. */
const mostRevisions = 20;
const mostVariants = 20;

/** Tabs are told of as many of the last releases that were taken back: older ones have left every tab long ago. */
const mostWithdrawn = 50;

/** Between two looks for live releases that the store does not hold yet, in milliseconds. */
const lookAgainAfter = 1000;

type FollowedPlatform = Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>;

/** What a follower tells whoever runs it, in sentences. */
export interface FollowerLog {
  info: (sentence: string) => void;
  error: (sentence: string) => void;
  /** A live release that cannot be served, beside what `error` is told. */
  refused?: (sentence: string, release: { remote: string; id: string }) => void;
}

/** Follows the release store: holds the site that is live now and reads what older tabs still ask for. */
export class SiteFollower {
  #current = new LiveSite(0, []);
  #withdrawn: Readonly<Record<string, number>> = {};
  readonly #platform: FollowedPlatform;
  readonly #sites = new LRUCache<number, Promise<LiveSite | null>>({ max: mostRevisions });
  readonly #variants = new LRUCache<string, Promise<LiveSite>>({ max: mostVariants });
  readonly #mark: ServedMark;
  readonly #watch: ChainWatch;
  /** One after the other, so that a slow revision cannot overtake a newer one. */
  #loading: Promise<void> = Promise.resolve();
  #nextLook: NodeJS.Timeout | undefined;
  readonly #log: FollowerLog;
  readonly #listeners = new Set<(site: LiveSite) => void>();
  readonly #preparation = new SwitchPreparation();
  readonly #releases: OpenedReleases;
  readonly ready: Promise<void>;

  /** The rights that what is cached was held against. */
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
        this.#preparation.announce();
        this.#loading = this.#loading.then(() => {
          this.#preparation.begin();
          return this.#take(composition);
        });
      },
      { pace: platform.store.pace, onProblem: (sentence) => log.error(sentence), onLook: () => this.#lookBehind() },
    );
    this.ready = this.#watch.ready.then(() => this.#loading);
  }

  /** The site of the live composition. */
  get current(): LiveSite {
    return this.#current;
  }

  /**
   * The last releases that were taken back, as `remote/id`, with the revision that did it: none of them is in
   * {@link current}, so whoever is told to leave one gets another.
   */
  get withdrawn(): Readonly<Record<string, number>> {
    return this.#withdrawn;
  }

  /** Tells of the site that is live, now and whenever it changes. */
  onChange(listener: (site: LiveSite) => void): void {
    this.#listeners.add(listener);
    listener(this.#current);
  }

  /** Has this asked for what is about to be live, so that its pages are ready when it is; `within` milliseconds a switch is taken anyway. */
  beforeChange(prepare: PrepareSwitch, { within }: { within?: number } = {}): void {
    this.#preparation.use(prepare, within);
  }

  /** The site of a revision, or null when the store does not know it. */
  async site(revision: number): Promise<LiveSite | null> {
    if (revision > this.#current.revision) await this.catchUp();
    if (revision === this.#current.revision) return this.#current;
    return remember(this.#sites, revision, async () => {
      const composition = this.#platform.chain.read(revision);
      return composition && LiveSite.load(this.#releases, composition);
    });
  }

  /** A variant of a site; each is made once, so that its pages are rendered once. Rejects in words. */
  vary(site: LiveSite, overrides: ReleaseSet['overrides']): Promise<LiveSite> {
    if (Object.keys(overrides).length === 0) return Promise.resolve(site);
    const name = nameReleaseSet({ revision: site.revision, overrides });
    return remember(this.#variants, name, () => site.vary(this.#releases, overrides));
  }

  /** The site of a release set, or null when the store does not know it. Rejects when it cannot be read. */
  async siteOf({ revision, overrides }: ReleaseSet): Promise<LiveSite | null> {
    const site = await this.site(revision);
    return site && this.vary(site, overrides);
  }

  /** Any release in the store, live or not. Rejects with a sentence when the store does not hold it. */
  release(remote: string, id: string): Promise<StoredRelease> {
    return this.#releases.open(remote, id);
  }

  /** A release for whoever asks for a file of it. Rejects likewise. */
  async publicRelease(remote: string, id: string, isOwnPreview: () => boolean): Promise<StoredRelease> {
    if (!this.#platform.chain.names(remote, id) && !isOwnPreview()) await this.catchUp();
    return this.#releases.openPublic(remote, id, isOwnPreview);
  }

  /** What is wrong with the logs that this follows, in sentences that anybody may read; what is in effect stays so. */
  get problems(): readonly string[] {
    const { chain, store } = this.#platform;
    const lost = this.#mark.problem === null ? [] : [this.#mark.problem];
    return [...store.problems, ...chain.problems, ...lost].map((sentence) =>
      sentence.replaceAll(store.place, 'the store'),
    );
  }

  /**
   * Resolves once a switch that was written before is taken: for whoever would say that something is not there which another
   * server may have seen a moment earlier.
   */
  async catchUp(): Promise<void> {
    await this.#watch.catchUp();
    await this.#loading;
  }

  stop(): void {
    this.#watch.stop();
    clearTimeout(this.#nextLook);
  }

  async #take(composition: Composition): Promise<void> {
    this.#forgetWhenRightsChanged();
    this.#releases.lookAnew();
    const named = [...namedReleases(composition).keys()];
    this.#platform.store.pin(named);
    this.#releases.keep(named);
    try {
      const withdrawn = [...this.#platform.chain.withdrawn].slice(-mostWithdrawn);
      const next = await LiveSite.load(this.#releases, composition);
      await this.#preparation
        .run({ from: this.#current, to: next })
        .catch((error: unknown) => this.#log.error(messageOf(error)));
      this.#current = next;
      const served = new Set([...servedBy(this.#current)].map(([name, id]) => `${name}/${id}`));
      this.#withdrawn = Object.fromEntries(withdrawn.filter(([release]) => !served.has(release)));
      // Made of the same revision, when not all of its releases were there.
      this.#variants.clear();
      for (const { live } of this.#current.remotes) void live.preload();
      this.#bringShell(this.#current);
      this.#bringCanaries(composition);
      for (const listener of this.#listeners) listener(this.#current);
      const { revision, action } = composition;
      const moved = movesOf(composition).map(({ remote, to }) => `${remote} ${to}`);
      this.#log.info(
        `composition ${revision}: ${action} ${isAboutSite(composition) ? 'of the site' : moved.join(', ')}`,
      );
    } catch (error) {
      this.#log.error(`composition ${composition.revision} is not served: ${messageOf(error)}`);
    }
    this.#lookAgainFor(composition);
  }

  /** Its files are here when the store goes away. */
  #bringShell({ shell }: LiveSite): void {
    if (!shell) return;
    this.release(shellName, shell.live.record.id).then(
      (release) => release.preload(),
      (error: unknown) => this.#log.error(messageOf(error)),
    );
  }

  /** Their first visitor need not wait, and they are here when the store goes away. */
  #bringCanaries({ remotes }: Composition): void {
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

  /** Nobody's switch is lost by a damaged file while a server has it: it is put back. */
  async #repair(): Promise<void> {
    const { store, chain } = this.#platform;
    const damaged = chain.damaged.find(({ revision }) => revision === chain.state.revision);
    if (!damaged) return;
    await store.log.restore(damaged);
    await chain.refresh({ whole: true });
    this.#log.error(`revision ${damaged.revision} was damaged in the store and is put back as it is in effect here`);
  }

  /** What a key signed that was revoked, or what lies in paths that were given away, is not served from memory either. */
  #forgetWhenRightsChanged(): void {
    const { rightsHash } = this.#platform.chain;
    if (rightsHash === this.#rightsHash) return;
    this.#rightsHash = rightsHash;
    this.#releases.forget();
    for (const cache of [this.#sites, this.#variants]) cache.clear();
  }

  /** Copies of a store may get a release after the composition that names it: taken again once one has come. */
  #lookAgainFor(composition: Composition): void {
    clearTimeout(this.#nextLook);
    const missing = missingReleases(this.#current, composition);
    if (missing.length === 0) return;
    const look = async () => {
      const hasOneCome = await Promise.any(missing.map(([remote, id]) => this.#releases.openFor(remote, id))).catch(
        () => null,
      );
      if (this.#current.revision !== composition.revision) return;
      if (hasOneCome) await this.#take(composition);
      else this.#lookAgainFor(composition);
    };
    this.#nextLook = setTimeout(() => {
      this.#loading = this.#loading.then(look);
    }, lookAgainAfter).unref();
  }
}

/** Live releases of a composition that its site does without. */
function missingReleases(site: LiveSite, composition: Composition): [remote: string, id: string][] {
  const served = servedBy(site);
  return Object.entries(composition.remotes)
    .filter(([name, { live, withdrawn }]) => !withdrawn && served.get(name) !== live)
    .map(([name, { live }]) => [name, live]);
}

/** The release of each remote, and of the shell, that visitors of a site get. */
function servedBy({ remotes, shell }: LiveSite): Map<string, string> {
  const served = new Map(remotes.map(({ name, live }) => [name, live.record.id]));
  return shell ? served.set(shellName, shell.live.record.id) : served;
}
