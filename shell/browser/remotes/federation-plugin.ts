import { type ModuleFederationRuntimePlugin, registerRemotes } from '@module-federation/enhanced/runtime';
import type { LoadableRelease } from 'kit/contracts/composition';
import { loadComposition, readPageData } from '../composition.ts';

/** The integrity of each container by its URL. */
const integrities = new Map<string, string>();

/** Registers a release with the runtime by the name of its container. It replaces any other release of the remote. */
export function registerRelease({ globalName: name, entry: path, integrity }: Omit<LoadableRelease, 'id'>): void {
  const entry = new URL(path, location.origin).href;
  if (integrity !== 'development') integrities.set(entry, integrity);
  registerRemotes([{ name, entry }], { force: true });
}

/**
 * The site's plugin for Module Federation's runtime. It loads consumed remotes from the page's release set, checks the integrity of
 * containers, and isolates the chunks of two releases of one remote.
 */
export const siteRemotes: ModuleFederationRuntimePlugin = {
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

const isolated = new Set<string>();

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
