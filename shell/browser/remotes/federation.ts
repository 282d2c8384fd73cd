import {
  init,
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { LoadableRelease } from 'kit/contracts/composition';
import { exposedModule, type RemoteModule } from 'kit/federation/routes';
import { cacheBuster } from '../cache-buster.ts';
import { loadComposition, readPageData } from '../composition.ts';
import { providedModules } from './shared-modules.ts';

const integrities = new Map<string, string>();

const isolated = new Set<string>();

/**
 * The site's plugin for Module Federation's runtime. It loads consumed remotes from the page's release set, checks the integrity of
 * containers, and isolates the chunks of two releases of one remote.
 */
const siteRemotes: ModuleFederationRuntimePlugin = {
  name: 'site-remotes',

  async beforeRequest(args) {
    const [name = ''] = args.id.split('/');
    if (args.options.remotes.some((remote) => remote.name === name)) return args;
    const { remotes } = await loadComposition(readPageData().set);
    const live = Object.values(remotes).find((releases) => releases.live.globalName === name)?.live;
    if (live) registerRelease(live);
    return args;
  },

  registerRemote(args) {
    isolateChunks(`rspackChunk${args.remote.name}`);
    return args;
  },

  createScript({ url }) {
    const script = Object.assign(document.createElement('script'), { src: url, async: true, crossOrigin: 'anonymous' });
    const integrity = integrities.get(url);
    if (integrity) script.integrity = integrity;
    return script;
  },
};

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

/** Registers a release with the runtime by the name of its container. It replaces any other release of the remote. */
function registerRelease({ globalName: name, entry: path, integrity }: Omit<LoadableRelease, 'id'>): void {
  const entry = new URL(path, location.origin).href;
  if (integrity !== 'development') integrities.set(entry, integrity);
  registerRemotes([{ name, entry }], { force: true });
}

/**
 * All releases of a remote register their chunks in one global list. This replaces it by one list for each script folder, so
 * that a late chunk of one release cannot end up in another.
 */
function isolateChunks(listName: string): void {
  if (isolated.has(listName)) return;
  isolated.add(listName);
  const lists = new Map<string, unknown>();
  const folder = () => (document.currentScript as HTMLScriptElement | null)?.src.replace(/[^/]*$/, '') ?? '';
  Object.defineProperty(globalThis, listName, {
    get: () => lists.get(folder()),
    set: (list) => lists.set(folder(), list),
  });
}
