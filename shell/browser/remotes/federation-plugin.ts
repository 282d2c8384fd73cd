import { type ModuleFederationRuntimePlugin, registerRemotes } from '@module-federation/enhanced/runtime';
import type { LoadableRelease } from 'kit/contracts/composition';
import { loadComposition, readPageData } from '../composition.ts';

/** The integrity of each container, by URL. */
const integrities = new Map<string, string>();

/** Registers a release as the one that the runtime loads for the container's name. It replaces any other release. */
export function registerRelease({ globalName: name, entry: path, integrity }: Omit<LoadableRelease, 'id'>): void {
  const entry = new URL(path, location.origin).href;
  if (integrity !== 'development') integrities.set(entry, integrity);
  registerRemotes([{ name, entry }], { force: true });
}

/**
 * The site's plugin for Module Federation's runtime: remotes that other remotes load come from the release set of the page, containers
 * are checked by their integrity, and chunks of two releases of one remote stay separate.
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
 * Gives each release a separate list of chunks. All releases of a remote push their chunks to one global list; a late chunk of one
 * release could otherwise get into another.
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
