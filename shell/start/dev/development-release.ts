import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserComposition, BrowserRelease } from 'kit/contracts/composition';
import { findRoute } from 'kit/contracts/match-path';
import { containerNameOf } from 'kit/contracts/release';
import { developmentPath } from 'kit/federation/development';
import type { RemoteModule } from 'kit/federation/routes';
import type { PageData } from '../../app/page-data.ts';

/** Integrity that marks a container as one of the development server, whose bytes change with every edit. */
const unchecked = 'development';

/** The release that stands in for a remote while it is developed; its routes are read from the source each time. */
export async function developmentRelease(remote: string, folder: string): Promise<BrowserRelease> {
  const source = pathToFileURL(path.join(folder, 'src/routes.ts'));
  // The shape is checked by the compiler in the remote's own workspace.
  const module = (await import(`${source.href}?read=${Date.now()}`)) as RemoteModule;
  return {
    id: unchecked,
    entry: `${developmentPath(remote)}remoteEntry.js`,
    globalName: containerNameOf(remote),
    integrity: unchecked,
    routes: module.routes.map(({ load: _load, ...meta }) => meta),
  };
}

/** The page data of a path, with the developed remote in place of its live release. */
export function developPage(data: PageData, remote: string, release: BrowserRelease, pathname: string): PageData {
  const route = findRoute(release.routes, pathname);
  // The browser asks: what the site's live release shows here may be something else.
  const { answer: _answer, ...rest } = data;
  if (route) return { ...rest, remote: { name: remote, live: release, previous: null }, route };
  return data.remote?.name === remote ? { ...data, remote: null, route: null } : data;
}

export function developComposition(
  composition: BrowserComposition,
  remote: string,
  release: BrowserRelease,
): BrowserComposition {
  return { ...composition, remotes: { ...composition.remotes, [remote]: { live: release, previous: null } } };
}
