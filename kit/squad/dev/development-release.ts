import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserComposition, BrowserRelease } from '../../contracts/composition.ts';
import { findRoute } from '../../contracts/match-path.ts';
import { containerNameOf } from '../../contracts/release.ts';
import { developmentPath } from '../../federation/development.ts';
import type { RemoteModule } from '../../federation/routes.ts';

/** Integrity that marks a container as one of the development server, whose bytes change with every edit. */
const unchecked = 'development';

/** What a page of the site carries as data, as far as development changes it. */
export interface PageData {
  remote: { name: string; live: unknown; previous: unknown } | null;
  route: unknown;
  answer?: unknown;
  isPinned?: boolean;
}

/**
 * Gives the release that stands in for a remote while it is developed. Its routes are read from the source each time; while
 * that is broken, the last good ones stay.
 */
export function createDevelopmentRelease(remote: string, folder: string): () => Promise<BrowserRelease> {
  const source = pathToFileURL(path.join(folder, 'src/routes.ts'));
  let last: RemoteModule | null = null;
  return async () => {
    try {
      // The shape is checked by the compiler in the remote's own repository.
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

/** The page data of a path, with the developed remote in place of its live release. */
export function developPage(data: PageData, remote: string, release: BrowserRelease, pathname: string): PageData {
  const route = findRoute(release.routes, pathname);
  // The browser asks: what the live release of the site shows here may be something else.
  const { answer: _answer, ...given } = data;
  // And what is rolled back there is no reason to leave an edit.
  const rest = { ...given, isPinned: true };
  if (route) {
    const { id, entry, globalName, integrity } = release;
    return { ...rest, remote: { name: remote, live: { id, entry, globalName, integrity }, previous: null }, route };
  }
  return data.remote?.name === remote ? { ...rest, remote: null, route: null } : { ...data, isPinned: true };
}

export function developComposition(
  composition: BrowserComposition,
  remote: string,
  release: BrowserRelease,
): BrowserComposition {
  return { ...composition, remotes: { ...composition.remotes, [remote]: { live: release, previous: null } } };
}
