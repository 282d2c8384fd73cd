import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { BrowserRelease } from 'kit/contracts/composition';
import { exposedModule, type RemoteModule } from 'kit/federation/routes';

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

let pluginRegistered = false;

/**
 * Loads one release of a remote through the Module Federation runtime: registers its container in place of any other
 * release of the same remote and returns what it exposes.
 *
 * The only place that knows the runtime, so that it stays replaceable.
 *
 * @throws when the container or its module cannot be loaded, or exposes no routes.
 */
export async function loadRelease(remote: string, release: BrowserRelease, attempt = 0): Promise<RemoteModule> {
  if (!pluginRegistered) {
    registerPlugins([integrityPlugin]);
    pluginRegistered = true;
  }
  integrityByEntry.set(release.entry, release.integrity);
  // A failed container is remembered by its address; another query makes it a new one.
  const entry = attempt === 0 ? release.entry : `${release.entry}?attempt=${attempt}`;
  registerRemotes(
    [{ name: remote, entry: new URL(entry, location.href).href, type: 'var', entryGlobalName: release.globalName }],
    {
      force: true,
    },
  );
  const module = await loadRemote<RemoteModule>(`${remote}/${exposedModule.slice(2)}`);
  if (!module?.routes) throw new Error(`${remote} ${release.id} exposes no routes`);
  return module;
}
