import type { LoadableRelease } from 'kit/contracts/composition';
import { pageRuntimeName } from 'kit/federation/page-runtime-name';
import { exposedModule, type RemoteModule } from 'kit/federation/routes';
import { cacheBuster } from '../cache-buster.ts';
import { SharedScripts } from './shared-scripts.ts';

/** What the script of a remote leaves behind: the interface of every Module Federation container. */
interface Container {
  init: (shareScope: object) => unknown;
  get: (exposed: string) => Promise<() => RemoteModule>;
}

/** How long a container may take; in milliseconds. */
const longestLoad = 20_000;

// Containers of remotes bring no runtime of their own.
Reflect.set(globalThis, pageRuntimeName, __webpack_require__.federation);

const sharedScripts = new SharedScripts(__webpack_require__);

/**
 * Loads one release of a remote as Module Federation's hosts load remotes that they learn of at run time: its script, then
 * the container's `init` with the shared modules, then what it exposes. Every attempt above the first has addresses of its
 * own, for container, chunks and the shell's shared modules alike: what failed once is remembered by its address, by the
 * runtime and by the browser's cache.
 *
 * The only place that knows containers, so that they stay replaceable.
 *
 * @throws when the container or its module cannot be loaded, or exposes no routes.
 */
export async function loadRelease(remote: string, release: LoadableRelease, attempt: number): Promise<RemoteModule> {
  const { id, globalName, integrity } = release;
  isolateChunks(`rspackChunk${globalName}`);
  forgetFailures();
  const entry = attempt === 0 ? release.entry : release.entry.replace(`/${id}/`, `/${id}~${cacheBuster()}/`);
  // Else chunks wait for the pending scripts of the attempt before.
  for (const script of document.querySelectorAll(`script[src*="/remotes/${remote}/"]`)) script.remove();
  Reflect.set(globalThis, globalName, undefined);
  await loadScript(entry, integrity);
  const container: Container | undefined = Reflect.get(globalThis, globalName);
  if (!container) throw new Error(`${entry} left no container`);
  await __webpack_init_sharing__('default');
  await container.init(__webpack_share_scopes__.default);
  const module = (await container.get(exposedModule))();
  if (!module?.routes) throw new Error(`${remote} ${id} exposes no routes`);
  return module;
}

function loadScript(src: string, integrity: string): Promise<void> {
  const script = Object.assign(document.createElement('script'), { src, async: true, crossOrigin: 'anonymous' });
  if (integrity !== 'development') script.integrity = integrity;
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${src} did not arrive`));
    script.onload = () => resolve();
    script.onerror = fail;
    setTimeout(fail, longestLoad);
    document.head.append(script);
  }).finally(() => script.remove());
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
