import type { BrowserComposition, BrowserRelease } from '../../contracts/composition.ts';
import { findRoute, renderedSearch } from '../../contracts/match-path.ts';
import type { RemoteOrigins } from '../../contracts/origins.ts';
import type { RouteMeta } from '../../contracts/release.ts';
import { collectSlots, type SiteSlots } from '../../contracts/slots.ts';
import { developmentPath } from '../../federation/development.ts';
import type { DevelopmentBuild } from './server-rendering.ts';

/** Stands in for the integrity of a container of the development server, whose bytes change with every edit. */
const unchecked = 'development';

/** The members of a page's data block that development changes. */
export interface PageData {
  site: { slots?: SiteSlots };
  remote: { name: string; live: unknown; previous: unknown } | null;
  route: unknown;
  url?: string;
  answer?: unknown;
  isFrame?: boolean;
  isPinned?: boolean;
}

/** A page of the remote in development: its route, and the address that the server renders. */
export interface DevelopedPage {
  route: RouteMeta;
  url: string;
}

export function findPage({ routes }: Pick<DevelopmentBuild, 'routes'>, address: URL): DevelopedPage | null {
  const route = findRoute(routes, address.pathname);
  return route ? { route, url: address.pathname + renderedSearch(route, address.searchParams) } : null;
}

function releaseOf({ remote, globalName }: DevelopmentBuild) {
  return { id: unchecked, entry: `${developmentPath(remote)}remoteEntry.js`, globalName, integrity: unchecked };
}

/** Replaces the live release by the developed one in the data of a page. */
export function developPage(data: PageData, build: DevelopmentBuild, page: DevelopedPage | null): PageData {
  const { remote: name } = build;
  // The browser requests the data of the route, because the live release may have other data for this path.
  const { answer: _answer, isFrame: _isFrame, url: _url, ...given } = data;
  // A pinned page stays as it is when the site rolls a release back.
  const rest = { ...given, isPinned: true };
  if (page) {
    const { route, url } = page;
    const own = { ...rest, remote: { name, live: releaseOf(build), previous: null }, route };
    return url === route.path ? own : { ...own, url };
  }
  return data.remote?.name === name ? { ...rest, remote: null, route: null } : { ...data, isPinned: true };
}

const noSlots: SiteSlots = { header: [], footer: [], widgets: {} };

/** The site with what the developed remote offers in slots, as if its key had been granted them all. */
export function developSlots(site: PageData['site'], build: DevelopmentBuild): PageData['site'] {
  const live = site.slots ?? noSlots;
  const own = collectSlots([{ ...build, isGranted: () => true }]) ?? noSlots;
  const isOther = ({ to }: { to: string }) => build.routes.every(({ path }) => path !== to);
  const widgets = Object.keys({ ...live.widgets, ...own.widgets }).map((slot) => {
    const others = live.widgets[slot]?.filter((module) => !module.startsWith(`${build.globalName}/`)) ?? [];
    return [slot, [...others, ...(own.widgets[slot] ?? [])]];
  });
  const slots = {
    header: [...live.header.filter(isOther), ...own.header],
    footer: [...live.footer.filter(isOther), ...own.footer],
    widgets: Object.fromEntries(widgets),
  };
  return { ...site, slots };
}

/** Replaces the live release by the developed one in a composition. */
export function developComposition(composition: BrowserComposition, build: DevelopmentBuild): BrowserComposition {
  const live: BrowserRelease = { ...releaseOf(build), routes: build.routes };
  return { ...composition, remotes: { ...composition.remotes, [build.remote]: { live, previous: null } } };
}

/** The style sheets of a page, which the first HTML links as on the site. */
export function styleSheetsOf({ remote, chunks }: DevelopmentBuild, { route }: DevelopedPage): string[] {
  const files = ['remote', route.chunk, route.contentChunk ?? route.chunk].flatMap((name) => chunks[name] ?? []);
  const sheets = new Set(files.filter((file) => file.endsWith('.css')));
  return [...sheets].map((file) => developmentPath(remote) + file.replace(/^browser\//, ''));
}

/**
 * The Content-Security-Policy of a page in development: that of the site's page, with the origins that the remote names, and
 * with what a development server cannot know (WebAssembly) or needs itself (the socket that announces edits).
 */
export function developPolicy(policy: string, { connect = [], frame = [], media = [] }: RemoteOrigins, socket: string) {
  const directives = new Map<string, readonly string[]>();
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(' ');
    directives.set(name, sources);
  }
  const additions = {
    'script-src': ["'wasm-unsafe-eval'"],
    'connect-src': [socket, ...connect],
    'frame-src': frame,
    'img-src': media,
    'media-src': media,
  };
  for (const [name, sources] of Object.entries(additions)) {
    if (sources.length > 0) directives.set(name, [...(directives.get(name) ?? ["'self'"]), ...sources]);
  }
  return [...directives].map(([name, sources]) => `${name} ${sources.join(' ')}`).join(';');
}
