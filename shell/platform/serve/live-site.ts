import type { BrowserComposition, Composition } from 'kit/contracts/composition';
import { findRoute } from 'kit/contracts/match-path';
import { partNamePattern, type RouteMeta, releaseIdPattern } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { collectSlots, type SiteSlots } from 'kit/contracts/slots';
import { messageOf } from 'kit/server/text';
import type { ReleasePlatform } from './release-policy.ts';
import { StoredRelease, type StoredShell } from './stored-release.ts';

export interface LiveRemote {
  name: string;
  live: StoredRelease;
  previous: StoredRelease | null;
  /** Time at which the release became live, from the composition. */
  since: string;
  /** A share of the visitors gets this release instead of the live one. */
  canary: Composition['remotes'][string]['canary'];
}

export interface LiveShell {
  live: StoredShell;
  previous: string | null;
  since: string;
  canary: LiveRemote['canary'];
}

export interface ReleaseSource {
  /** Opens a release of the store. Rejects with a sentence when it cannot be used. */
  open: (remote: string, id: string) => Promise<StoredRelease>;
  /** Opens a release of the shell, ready for use. Rejects with a sentence when it cannot be used. */
  openShell: (id: string) => Promise<StoredShell>;
  /** Receives each live release that cannot be served, with advice. */
  onProblem: (sentence: string, release: { remote: string; id: string }) => void;
}

export interface LivePage {
  remote: LiveRemote;
  meta: RouteMeta;
}

interface Variant {
  shell?: LiveShell | null;
  overrides?: ReleaseSet['overrides'];
  isComplete?: boolean;
  withdrawn?: readonly string[];
}

/** One loaded revision of the composition. Every page is built from exactly one instance, so revisions never mix. */
export class LiveSite {
  readonly revision: number;
  readonly set: string;
  readonly remotes: readonly LiveRemote[];
  /** Null when the composition names no usable shell. Pages then get the shell that the server was built with. */
  readonly shell: LiveShell | null;
  /** The release ids by remote that this variant uses instead of the live ones. */
  readonly overrides: ReleaseSet['overrides'];
  readonly hasCanary: boolean;
  /** False when a named release could not be read. The same revision may load more releases later. */
  readonly isComplete: boolean;
  /** Remotes that staff took off the site. Their pages do not exist until they are restored. */
  readonly withdrawn: readonly string[];
  /** What its remotes offer to pages of others; null for nothing. */
  readonly slots: SiteSlots | null;
  readonly #literal: ReadonlyMap<string, LivePage>;
  readonly #parameterised: readonly (LivePage & Pick<RouteMeta, 'path' | 'values'>)[];

  constructor(
    revision: number,
    remotes: readonly LiveRemote[],
    { shell = null, overrides = {}, isComplete = true, withdrawn = [] }: Variant = {},
  ) {
    this.revision = revision;
    this.withdrawn = withdrawn;
    this.isComplete = isComplete;
    this.overrides = overrides;
    this.set = nameReleaseSet({ revision, overrides });
    this.remotes = remotes;
    const offers = remotes.map(({ live: { record, grantedSlots } }) => ({
      ...record,
      isGranted: (slot: string) => grantedSlots.includes(slot),
    }));
    this.slots = collectSlots(offers);
    this.shell = shell;
    this.hasCanary = [...remotes, shell].some((part) => part?.canary);
    const pages = remotes.flatMap((remote) =>
      remote.live.record.routes.map((meta) => ({ remote, meta, path: meta.path.toLowerCase() })),
    );
    this.#literal = new Map(pages.filter(({ path }) => !path.includes(':')).map((page) => [page.path, page]));
    this.#parameterised = pages
      .filter(({ path }) => path.includes(':'))
      .map((page) => ({ ...page, path: page.meta.path, values: page.meta.values }));
  }

  /** Loads the releases of a composition. The previous release replaces a live one that cannot be read. */
  static async load(source: ReleaseSource, composition: Composition): Promise<LiveSite> {
    const { [shellName]: ofShell, ...parts } = composition.remotes;
    const states = Object.entries(parts);
    const served = states.filter(([, state]) => !state.withdrawn);
    const [shell, ...remotes] = await Promise.all([
      ofShell ? loadShell(source, ofShell) : null,
      ...served.map(([name, state]) => loadRemote(source, name, state)),
    ]);
    const loaded = remotes.filter((remote) => remote !== null);
    const hasItsShell = shell?.live.record.id === ofShell?.live;
    const isComplete =
      hasItsShell &&
      served.every(([name, { live, previous }]) =>
        loaded.some(
          (remote) =>
            remote.name === name &&
            remote.live.record.id === live &&
            (remote.previous?.record.id ?? null) === (previous ?? null),
        ),
      );
    const withdrawn = states.flatMap(([name, state]) => (state.withdrawn ? [name] : []));
    return new LiveSite(composition.revision, loaded, { shell, isComplete, withdrawn });
  }

  /** Returns the same revision with other releases. The live ones become their previous ones. Rejects with a sentence. */
  async vary({ open, openShell }: ReleaseSource, overrides: ReleaseSet['overrides']): Promise<LiveSite> {
    const { [shellName]: shellId, ...ofRemotes } = overrides;
    const shell = shellId === undefined ? this.shell : await this.#withShell(openShell(shellId));
    const others = this.remotes.filter(({ name }) => !Object.hasOwn(overrides, name));
    const varied = await Promise.all(
      Object.entries(ofRemotes).map(async ([name, id]): Promise<LiveRemote> => {
        const remote = this.remotes.find((candidate) => candidate.name === name);
        const live = await open(name, id);
        return { name, live, previous: remote?.live ?? null, since: remote?.since ?? '', canary: remote?.canary };
      }),
    );
    // A preview may show a release of a withdrawn remote.
    const withdrawn = this.withdrawn.filter((name) => !Object.hasOwn(overrides, name));
    const { isComplete } = this;
    return new LiveSite(this.revision, [...others, ...varied], { shell, overrides, isComplete, withdrawn });
  }

  async #withShell(opening: Promise<StoredShell>): Promise<LiveShell> {
    const { shell } = this;
    const previous = shell?.live.record.id ?? null;
    return { live: await opening, previous, since: shell?.since ?? '', canary: shell?.canary };
  }

  canaryOf(name: string): LiveRemote['canary'] {
    return name === shellName ? this.shell?.canary : this.remotes.find((remote) => remote.name === name)?.canary;
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

/** Returns the release id of each remote and of the shell that a site serves. */
export function servedBy({ remotes, shell }: LiveSite): Map<string, string> {
  const served = new Map(remotes.map(({ name, live }) => [name, live.record.id]));
  return shell ? served.set(shellName, shell.live.record.id) : served;
}

/** A loop, because the pattern `/\/+$/` takes quadratic time on many slashes before the end. */
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
  const open = (id: string) => openOrExplain(source, { remote: name, id }, source.open(name, id));
  const [live, previous] = await Promise.all([open(liveId), previousId === null ? null : open(previousId)]);
  if (live) return { name, live, previous, since, canary };
  if (previous) return { name, live: previous, previous: null, since, canary };
  return null;
}

/** Returns null when neither the live shell nor the previous one is usable. The server then uses its built-in shell. */
async function loadShell(
  source: Pick<ReleaseSource, 'openShell' | 'onProblem'>,
  { live: liveId, previous, since = '', canary }: Composition['remotes'][string],
): Promise<LiveShell | null> {
  for (const id of [liveId, previous]) {
    const live = id && (await openOrExplain(source, { remote: shellName, id }, source.openShell(id)));
    if (live) return { live, previous: id === liveId ? previous : null, since, canary };
  }
  return null;
}

async function openOrExplain<Opened>(
  { onProblem }: Pick<ReleaseSource, 'onProblem'>,
  release: { remote: string; id: string },
  opening: Promise<Opened>,
): Promise<Opened | null> {
  try {
    return await opening;
  } catch (error) {
    const { remote, id } = release;
    const advice = `Roll back with: npm run release -- rollback ${remote} --reason "..."`;
    onProblem(`${remote} ${id} is not served: ${messageOf(error)} ${advice}`, release);
    return null;
  }
}

/** A revision of the composition, with the remotes that use another release than the live one. */
export interface ReleaseSet {
  revision: number;
  overrides: Readonly<Record<string, string>>;
}

/** Returns the name of a set in headers, data blocks, URLs and logs: `12`, or `12+mf-agents@1.1.0-0a1b2c3d,mf-demos@...`. */
export function nameReleaseSet({ revision, overrides }: ReleaseSet): string {
  const parts = Object.entries(overrides).map(([remote, id]) => `${remote}@${id}`);
  return parts.length === 0 ? String(revision) : `${revision}+${parts.sort().join(',')}`;
}

/** Parses a set's name. Returns null for anything but the canonical spelling. */
export function parseReleaseSet(name: string): ReleaseSet | null {
  const { revision, parts = '' } = /^(?<revision>[1-9]\d{0,9})(?:\+(?<parts>.{1,1000}))?$/.exec(name)?.groups ?? {};
  if (!revision) return null;
  const pairs = parts === '' ? [] : parts.split(',').map((part) => part.split('@'));
  const isWrong = pairs.some(([remote = '', id = '']) => !partNamePattern.test(remote) || !releaseIdPattern.test(id));
  if (isWrong) return null;
  const set = { revision: Number(revision), overrides: Object.fromEntries(pairs) };
  return nameReleaseSet(set) === name ? set : null;
}

/** Returns the shell that renders pages under a composition, or null when that is the server's built-in shell. */
export async function findLiveShell(
  platform: Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>,
  composition: Composition | null,
): Promise<StoredShell | null> {
  const state = composition?.remotes[shellName];
  if (!state) return null;
  const openShell = async (id: string) => (await StoredRelease.open(platform, shellName, id)).shell(platform.policy);
  return (await loadShell({ openShell, onProblem: () => {} }, state))?.live ?? null;
}
