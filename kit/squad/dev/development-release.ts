import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserComposition, BrowserRelease } from '../../contracts/composition.ts';
import { findRoute } from '../../contracts/match-path.ts';
import type { RemoteOrigins } from '../../contracts/origins.ts';
import { containerNameOf } from '../../contracts/release.ts';
import { developmentPath } from '../../federation/development.ts';
import type { RemoteModule } from '../../federation/routes.ts';

/** Stands in for the integrity of a container of the development server, whose bytes change with every edit. */
const unchecked = 'development';

/** The members of a page's data block that development changes. */
export interface PageData {
  remote: { name: string; live: unknown; previous: unknown } | null;
  route: unknown;
  answer?: unknown;
  isPinned?: boolean;
}

/**
 * Creates a function that returns the release of the remote in development. It reads the routes from the source on each
 * call, and returns the previous ones while the source has errors.
 */
export function createDevelopmentRelease(remote: string, folder: string): () => Promise<BrowserRelease> {
  const source = pathToFileURL(path.join(folder, 'src/routes.ts'));
  let last: RemoteModule | null = null;
  return async () => {
    try {
      // The compiler checks the shape of this module in the remote's repository.
      last = (await import(`${source.href}?read=${Date.now()}`)) as RemoteModule;
    } catch (error) {
      if (!last) throw error;
    }
    return {
      id: unchecked,
      entry: `${developmentPath(remote)}remoteEntry.js`,
      globalName: containerNameOf(remote),
      integrity: unchecked,
      routes: last.routes.map(({ load: _load, ...meta }) => meta),
    };
  };
}

/** Replaces the live release by the developed one in the data of a page. */
export function developPage(data: PageData, remote: string, release: BrowserRelease, pathname: string): PageData {
  const route = findRoute(release.routes, pathname);
  // The browser requests the data of the route, because the live release may have other data for this path.
  const { answer: _answer, ...given } = data;
  // A pinned page stays as it is when the site rolls a release back.
  const rest = { ...given, isPinned: true };
  if (route) {
    const { id, entry, globalName, integrity } = release;
    return { ...rest, remote: { name: remote, live: { id, entry, globalName, integrity }, previous: null }, route };
  }
  return data.remote?.name === remote ? { ...rest, remote: null, route: null } : { ...data, isPinned: true };
}

/** Replaces the live release by the developed one in a composition. */
export function developComposition(
  composition: BrowserComposition,
  remote: string,
  release: BrowserRelease,
): BrowserComposition {
  return { ...composition, remotes: { ...composition.remotes, [remote]: { live: release, previous: null } } };
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
