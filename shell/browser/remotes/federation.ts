import { init, loadRemote } from '@module-federation/enhanced/runtime';
import type { LoadableRelease } from 'kit/contracts/composition';
import { exposedModule, type RemoteModule } from 'kit/federation/routes';
import { cacheBuster } from '../cache-buster.ts';
import { registerRelease, siteRemotes } from './federation-plugin.ts';
import { providedModules } from './shared-modules.ts';

const host = init({
  name: 'shell',
  remotes: [],
  shared: providedModules,
  // By default every registered remote is fetched before the first shared module.
  shareStrategy: 'loaded-first',
  plugins: [siteRemotes],
});

/**
 * Loads a release of a remote with Module Federation's runtime. Each retry uses other URLs for container, chunks and shared modules,
 * because browsers remember a failure by its URL.
 *
 * @throws if the container or its module cannot be loaded, or exposes no routes.
 */
export async function loadRelease(remote: string, release: LoadableRelease, attempt: number): Promise<RemoteModule> {
  const { id, globalName, integrity } = release;
  forgetFailures();
  const path = attempt === 0 ? release.entry : release.entry.replace(`/${id}/`, `/${id}~${cacheBuster()}/`);
  // Otherwise chunks would wait for pending scripts of the previous attempt.
  for (const script of document.querySelectorAll(`script[src*="/remotes/${remote}/"]`)) script.remove();
  const entry = new URL(path, location.origin).href;
  const known = host.options.remotes.find(({ name }) => name === globalName);
  // Another remote may have loaded it already.
  if (attempt > 0 || !known || !('entry' in known) || known.entry !== entry)
    registerRelease({ globalName, entry, integrity });
  const module = await loadRemote<RemoteModule>(globalName + exposedModule.slice(1));
  if (!module?.routes) throw new Error(`${remote} ${id} exposes no routes`);
  return module;
}

/** Lets failed shared modules be loaded again. */
export function forgetFailures(): void {
  const modules = Object.values(host.shareScopeMap.default ?? {}).flatMap((versions) => Object.values(versions));
  // A pending module is not requested twice, because the bundler returns its pending promise.
  for (const shared of modules) if (!shared.lib) shared.loading = null;
}
