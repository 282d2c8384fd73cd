import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { LoadableRelease } from 'kit/contracts/composition';
import { pageRuntimeName } from 'kit/federation/page-runtime-name';
import { exposedModule, type RemoteModule } from 'kit/federation/routes';
import { cacheBuster } from '../cache-buster.ts';
import { SharedScripts } from './shared-scripts.ts';

/** Integrity of every container that may be loaded, by its address: entries of all releases have the same file name. */
const integrityByEntry = new Map<string, string>();

const integrityPlugin: ModuleFederationRuntimePlugin = {
  name: 'container-integrity',
  createScript({ url }) {
    const script = document.createElement('script');
    const { pathname } = new URL(url, location.href);
    const integrity = integrityByEntry.get(pathname);
    if (!integrity) throw new Error(`no integrity is known for ${pathname}`);
    script.src = url;
    script.async = true;
    script.crossOrigin = 'anonymous';
    if (integrity !== 'development') script.integrity = integrity;
    return script;
  },
};

// Containers of remotes bring no runtime of their own.
Reflect.set(globalThis, pageRuntimeName, __webpack_require__.federation);

const sharedScripts = new SharedScripts(__webpack_require__);

let pluginRegistered = false;

/**
 * Loads one release of a remote through the Module Federation runtime and returns what it exposes. Every attempt above
 * the first has addresses of its own, for container, chunks and the shell's shared modules alike: what failed once is
 * remembered by its address, by the runtime and by the browser's cache.
 *
 * The only place that knows the runtime, so that it stays replaceable.
 *
 * @throws when the container or its module cannot be loaded, or exposes no routes.
 */
export async function loadRelease(remote: string, release: LoadableRelease, attempt: number): Promise<RemoteModule> {
  const { id, globalName, integrity } = release;
  if (!pluginRegistered) registerPlugins([integrityPlugin]);
  pluginRegistered = true;
  isolateChunks(`rspackChunk${globalName}`);
  forgetFailures();
  const entry = attempt === 0 ? release.entry : release.entry.replace(`/${id}/`, `/${id}~${cacheBuster()}/`);
  integrityByEntry.set(entry, integrity);
  // Else the runtime takes the container of the attempt before for this one's, and chunks wait for its pending scripts.
  Reflect.set(globalThis, globalName, undefined);
  for (const script of document.querySelectorAll(`script[src*="/remotes/${remote}/"]`)) script.remove();
  const name = `${remote}-${id}-${attempt}`;
  registerRemotes([{ name, entry: new URL(entry, location.href).href, type: 'var', entryGlobalName: globalName }]);
  const module = await loadRemote<RemoteModule>(`${name}/${exposedModule.slice(2)}`);
  if (!module?.routes) throw new Error(`${remote} ${id} exposes no routes`);
  return module;
}

/** Makes the next load of every shared module that did not come a fresh one. */
export function forgetFailures(): void {
  sharedScripts.forgetFailures();
}

/** Whether a file of the shell itself is missing: it did not come, or is still on its way. */
export function isShellAtFault(): boolean {
  return sharedScripts.isIncomplete;
}

/** Asks once more for shared modules that are still on their way. */
export function retryPending(): void {
  sharedScripts.retryPending();
}

const isolated = new Set<string>();

/**
 * All releases of a remote hand over their chunks through one global list. It becomes one list for each folder that a
 * script comes from, so that a late chunk of one release can never end up in another.
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
