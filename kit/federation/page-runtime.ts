import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { pageRuntimeName } from './page-runtime-name.ts';

/** What a container calls of the bundler runtime; the shell's build brings all of it. */
interface BundlerRuntime {
  runtime: {
    getInstance: (find: (instance: { options: { name: string } }) => boolean) => Container | null;
    createInstance: (options: { name: string }) => Container;
  };
  bundlerRuntime: object;
  attachShareScopeMap: unknown;
}

interface Container {
  initOptions: (options: { name: string }) => void;
}

const { runtime, bundlerRuntime, attachShareScopeMap } = Reflect.get(globalThis, pageRuntimeName) as BundlerRuntime;

/** The runtime's own `init` would take this container for the page's host from here on. */
function init(options: { name: string }): Container {
  const known = runtime.getInstance((instance) => instance.options.name === options.name);
  if (!known) return runtime.createInstance(options);
  known.initOptions(options);
  return known;
}

/**
 * Stands in for `@module-federation/webpack-bundler-runtime` in the containers of remotes: the page has one federation
 * runtime, the shell's. A share scope and options are each container's own.
 */
// biome-ignore lint/style/noDefaultExport: takes the place of a default export
export default {
  runtime: { ...runtime, init },
  // A host that exposes nothing leaves this one out.
  bundlerRuntime: { ...bundlerRuntime, initContainerEntry, S: {} },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
};
