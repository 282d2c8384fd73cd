import type { LoadableRelease } from 'kit/contracts/composition';
import { pageRuntimeName } from 'kit/federation/page-runtime-name';
import { exposedModule, type RemoteModule } from 'kit/federation/routes';
import { cacheBuster } from '../cache-buster.ts';
import { SharedScripts } from './shared-scripts.ts';

/** The interface of every Module Federation container, which a remote's script defines as a global. */
interface Container {
  init: (shareScope: object) => unknown;
  get: (exposed: string) => Promise<() => RemoteModule>;
}

/** In milliseconds, for one container. */
const longestLoad = 20_000;

// Remotes' containers use the page's runtime.
Reflect.set(globalThis, pageRuntimeName, __webpack_require__.federation);

const sharedScripts = new SharedScripts(__webpack_require__);

/**
 * Loads one release of a remote like any Module Federation host that learns of remotes at run time: its script, then the
 * container's `init` with the shared modules, then what it exposes. Every attempt after the first has unique URLs for
 * container, chunks and the shell's shared modules, because the runtime and the browser's cache remember failures by URL.
 * No other file knows about containers.
 * @throws Error if the container or its module cannot be loaded, or exposes no routes.
 */
export async function loadRelease(remote: string, release: LoadableRelease, attempt: number): Promise<RemoteModule> {
  const { id, globalName, integrity } = release;
  isolateChunks(`rspackChunk${globalName}`);
  forgetFailures();
  const entry = attempt === 0 ? release.entry : release.entry.replace(`/${id}/`, `/${id}~${cacheBuster()}/`);
  // Otherwise chunks would wait for pending scripts of the previous attempt.
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

/** Makes the next load of every missing shared module a new request. */
export function forgetFailures(): void {
  sharedScripts.forgetFailures();
}

/** True if a file of the shell itself failed or is still pending. */
export function isShellAtFault(): boolean {
  return sharedScripts.isIncomplete;
}

/** Repeats the requests of shared modules that are pending. */
export function retryPending(): void {
  sharedScripts.retryPending();
}

const isolated = new Set<string>();

/**
 * All releases of a remote register their chunks in one global list. It is split by the folder of the script, so that a
 * late chunk of one release never ends up in another.
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
