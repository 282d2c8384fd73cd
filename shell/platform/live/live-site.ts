import type { BrowserComposition, Composition } from 'kit/contracts/composition';
import { findRoute } from 'kit/contracts/match-path';
import type { RouteMeta } from 'kit/contracts/release';
import { messageOf } from '../message-of.ts';
import { nameReleaseSet, type ReleaseSet } from './release-set.ts';
import type { StoredRelease } from './stored-release.ts';

/** A remote as this site serves it: its live release and the one before. */
export interface LiveRemote {
  name: string;
  live: StoredRelease;
  previous: StoredRelease | null;
  /** When the composition made its release live, as the composition says it. */
  since: string;
  /** A share of the visitors gets this release overrides of the live one. */
  canary: Composition['remotes'][string]['canary'];
}

/** Where the releases of a site come from. */
export interface ReleaseSource {
  /** Gives a release of the store. Rejects with a sentence when it cannot be used. */
  open: (remote: string, id: string) => Promise<StoredRelease>;
  /** Hears of a live release that cannot be served, and of what to do. */
  onProblem: (sentence: string) => void;
}

/** A page that some remote serves. */
export interface LivePage {
  remote: LiveRemote;
  meta: RouteMeta;
}

interface Variant {
  overrides?: ReleaseSet['overrides'];
  isComplete?: boolean;
  withdrawn?: readonly string[];
}

/** One revision of the composition, loaded: every page of the site comes from one of these, whole. */
export class LiveSite {
  readonly revision: number;
  /** Name of its release set. */
  readonly set: string;
  readonly remotes: readonly LiveRemote[];
  /** Release ids by remote that this variant of the revision takes instead of the live ones. */
  readonly overrides: ReleaseSet['overrides'];
  /** Visitors get different releases of some remote. */
  readonly hasCanary: boolean;
  /** False when a release that the composition names could not be read: the same revision may say more later. */
  readonly isComplete: boolean;
  /** Remotes that people took off the site: their pages are nobody's until they are restored. */
  readonly withdrawn: readonly string[];
  readonly #literal: ReadonlyMap<string, LivePage>;
  readonly #parameterised: readonly (LivePage & { path: string })[];

  constructor(
    revision: number,
    remotes: readonly LiveRemote[],
    { overrides = {}, isComplete = true, withdrawn = [] }: Variant = {},
  ) {
    this.revision = revision;
    this.withdrawn = withdrawn;
    this.isComplete = isComplete;
    this.overrides = overrides;
    this.set = nameReleaseSet({ revision, overrides });
    this.remotes = remotes;
    this.hasCanary = remotes.some(({ canary }) => canary);
    const pages = remotes.flatMap((remote) =>
      remote.live.record.routes.map((meta) => ({ remote, meta, path: meta.path.toLowerCase() })),
    );
    this.#literal = new Map(pages.filter(({ path }) => !path.includes(':')).map((page) => [page.path, page]));
    this.#parameterised = pages
      .filter(({ path }) => path.includes(':'))
      .map((page) => ({ ...page, path: page.meta.path }));
  }

  /** Loads the releases of a composition; a live release that cannot be read is replaced by the previous one. */
  static async load(source: ReleaseSource, composition: Composition): Promise<LiveSite> {
    const states = Object.entries(composition.remotes);
    const served = states.filter(([, state]) => !state.withdrawn);
    const remotes = await Promise.all(served.map(([name, state]) => loadRemote(source, name, state)));
    const loaded = remotes.filter((remote) => remote !== null);
    const isComplete = served.every(([name, { live, previous }]) =>
      loaded.some(
        (remote) =>
          remote.name === name &&
          remote.live.record.id === live &&
          (remote.previous?.record.id ?? null) === (previous ?? null),
      ),
    );
    const withdrawn = states.flatMap(([name, state]) => (state.withdrawn ? [name] : []));
    return new LiveSite(composition.revision, loaded, { isComplete, withdrawn });
  }

  /** The same revision with other releases of some remotes; the live ones become their previous. Rejects in words. */
  async vary({ open }: ReleaseSource, overrides: ReleaseSet['overrides']): Promise<LiveSite> {
    const others = this.remotes.filter(({ name }) => !Object.hasOwn(overrides, name));
    const varied = await Promise.all(
      Object.entries(overrides).map(async ([name, id]): Promise<LiveRemote> => {
        const remote = this.remotes.find((candidate) => candidate.name === name);
        const live = await open(name, id);
        return { name, live, previous: remote?.live ?? null, since: remote?.since ?? '', canary: remote?.canary };
      }),
    );
    // Whoever previews a release of a withdrawn remote sees it.
    const withdrawn = this.withdrawn.filter((name) => !Object.hasOwn(overrides, name));
    const { isComplete } = this;
    return new LiveSite(this.revision, [...others, ...varied], { overrides, isComplete, withdrawn });
  }

  findPage(pathname: string): LivePage | undefined {
    return (
      this.#literal.get(withoutTrailingSlashes(pathname).toLowerCase()) ?? findRoute(this.#parameterised, pathname)
    );
  }

  /** Every page of every remote, for the sitemap. */
  get pages(): LivePage[] {
    return [...this.#literal.values(), ...this.#parameterised];
  }

  /** `/composition/<set>.json`. */
  get browserComposition(): BrowserComposition {
    const entries = this.remotes.map(({ name, live, previous }) => [
      name,
      { live: live.browser, previous: previous?.browser ?? null },
    ]);
    return { revision: this.revision, remotes: Object.fromEntries(entries) };
  }
}

/** By a loop: the pattern `/\/+$/` takes the square of the time where many slashes do not stand at the end. */
function withoutTrailingSlashes(pathname: string): string {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
}

async function loadRemote(
  source: ReleaseSource,
  name: string,
  { live: liveId, previous: previousId, since = '', canary }: Composition['remotes'][string],
): Promise<LiveRemote | null> {
  const [live, previous] = await Promise.all([
    openOrExplain(source, name, liveId),
    previousId === null ? null : openOrExplain(source, name, previousId),
  ]);
  if (live) return { name, live, previous, since, canary };
  if (previous) return { name, live: previous, previous: null, since, canary };
  return null;
}

async function openOrExplain(
  { open, onProblem }: ReleaseSource,
  remote: string,
  id: string,
): Promise<StoredRelease | null> {
  try {
    return await open(remote, id);
  } catch (error) {
    const advice = `Roll back with: npm run release -- rollback ${remote} --reason "..."`;
    onProblem(`${remote} ${id} is not served: ${messageOf(error)} ${advice}`);
    return null;
  }
}
