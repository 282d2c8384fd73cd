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
  // The default strategy fetches every registered remote before the first shared module.
  shareStrategy: 'loaded-first',
  plugins: [siteRemotes],
});

/**
 * Loads one release of a remote with the runtime of Module Federation. Every retry uses new URLs for the container, its chunks and
 * the shell's shared modules, because browsers remember a failure by URL.
 *
 * @throws Error if the container or its module cannot be loaded, or exposes no routes
 */
export async function loadRelease(remote: string, release: LoadableRelease, attempt: number): Promise<RemoteModule> {
  const { id, globalName, integrity } = release;
  forgetFailures();
  const path = attempt === 0 ? release.entry : release.entry.replace(`/${id}/`, `/${id}~${cacheBuster()}/`);
  // Otherwise chunks would wait for the pending scripts of the previous attempt.
  for (const script of document.querySelectorAll(`script[src*="/remotes/${remote}/"]`)) script.remove();
  const entry = new URL(path, location.origin).href;
  const known = host.options.remotes.find(({ name }) => name === globalName);
  // Another remote may have loaded this release already.
  if (attempt > 0 || !known || !('entry' in known) || known.entry !== entry)
    registerRelease({ globalName, entry, integrity });
  const module = await loadRemote<RemoteModule>(globalName + exposedModule.slice(1));
  if (!module?.routes) throw new Error(`${remote} ${id} exposes no routes`);
  return module;
}

/** Makes the runtime load failed shared modules again. */
export function forgetFailures(): void {
  const modules = Object.values(host.shareScopeMap.default ?? {}).flatMap((versions) => Object.values(versions));
  // A pending module is not requested twice, because the bundler returns its pending promise.
  for (const shared of modules) if (!shared.lib) shared.loading = null;
}
