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
  // Else every registered remote is fetched before the first shared module.
  shareStrategy: 'loaded-first',
  plugins: [siteRemotes],
});

/**
 * Loads one release of a remote by the runtime of Module Federation. Every attempt above the first has addresses of its own, for
 * container, chunks and the shell's shared modules alike: what failed once is remembered by its address in the browser's cache.
 *
 * @throws when the container or its module cannot be loaded, or exposes no routes.
 */
export async function loadRelease(remote: string, release: LoadableRelease, attempt: number): Promise<RemoteModule> {
  const { id, globalName, integrity } = release;
  forgetFailures();
  const path = attempt === 0 ? release.entry : release.entry.replace(`/${id}/`, `/${id}~${cacheBuster()}/`);
  // Else chunks wait for the pending scripts of the attempt before.
  for (const script of document.querySelectorAll(`script[src*="/remotes/${remote}/"]`)) script.remove();
  const entry = new URL(path, location.origin).href;
  const known = host.options.remotes.find(({ name }) => name === globalName);
  // What another remote has consumed by now is there already.
  if (attempt > 0 || !known || !('entry' in known) || known.entry !== entry)
    registerRelease({ globalName, entry, integrity });
  const module = await loadRemote<RemoteModule>(globalName + exposedModule.slice(1));
  if (!module?.routes) throw new Error(`${remote} ${id} exposes no routes`);
  return module;
}

/** Makes the next load of every shared module that did not come a fresh one. */
export function forgetFailures(): void {
  const modules = Object.values(host.shareScopeMap.default ?? {}).flatMap((versions) => Object.values(versions));
  // One that is on its way is not asked for twice: the bundler gives the promise that it has.
  for (const shared of modules) if (!shared.lib) shared.loading = null;
}
