import { pageRuntimeName } from './page-runtime-name.ts';

type ShareScope = object;

/** What the shell's federation runtime does for containers. */
interface PageRuntime {
  runtime: {
    getInstance: (find: (instance: Instance) => boolean) => Instance | null;
    createInstance: (options: { name: string; shareStrategy: string }) => Instance;
  };
  bundlerRuntime: { consumes: (call: object) => void; I: (call: object) => unknown };
  attachShareScopeMap: (bundler: Bundler) => void;
}

/** A container as the runtime knows it. */
interface Instance {
  options: { name: string };
  initOptions: (options: object) => void;
  initShareScopeMap: (name: string, scope: ShareScope, options: object) => void;
}

/** The bundler's runtime in a container. Rspack's own module of federation sets the same. */
interface Bundler {
  federation: object;
  /** Where the chunks of the release lie. */
  p: string;
  f: { consumes?: (chunkId: string, promises: Promise<unknown>[]) => void };
  I: (name: string, initScope?: unknown[]) => unknown;
  initializeExposesData: { moduleMap: Record<string, () => Promise<unknown>> };
  initContainer: (scope: ShareScope, initScope?: unknown[], options?: object) => unknown;
  getContainer: (exposed: string) => Promise<unknown>;
}

declare const __webpack_require__: Bundler;

/** Written in place of this name by the build. */
declare const CONTAINER_NAME: string;

/** What every container of ours has, whatever else federation knows. */
const shareScope = 'default';

/*
 * Stands in for what Rspack puts at the start of a container, in the containers of remotes: the page has one federation
 * runtime, the shell's, and a container of ours has no remotes, provides nothing and shares in one scope.
 */
const container = __webpack_require__;
// Beside this script, wherever its release lies.
container.p = (document.currentScript as HTMLScriptElement).src.replace(/[^/]*$/, '');

const { runtime, bundlerRuntime, attachShareScopeMap } = Reflect.get(globalThis, pageRuntimeName) as PageRuntime;
const name = CONTAINER_NAME;
// The runtime's own `init` would take this container for the page's host from here on.
const instance =
  runtime.getInstance(({ options }) => options.name === name) ??
  runtime.createInstance({ name, shareStrategy: 'loaded-first' });
Object.assign(container.federation, { instance, bundlerRuntime, bundlerRuntimeOptions: {} });

// Filled by the runtime, from what the build says of chunks and shared modules.
const consumption = { chunkMapping: {}, moduleToHandlerMapping: {}, installedModules: {}, webpackRequire: container };
container.f.consumes = (chunkId, promises) => bundlerRuntime.consumes({ ...consumption, chunkId, promises });

const sharing = { initPromises: {}, initTokens: {}, webpackRequire: container };
container.I = (shareScopeName, initScope) => bundlerRuntime.I({ ...sharing, shareScopeName, initScope });

container.initContainer = (scope, initScope, options) => {
  instance.initOptions({ name, remotes: [], ...options });
  instance.initShareScopeMap(shareScope, scope, {});
  attachShareScopeMap(container);
  return container.I(shareScope, initScope);
};

container.getContainer = async (exposed) => {
  const load = container.initializeExposesData.moduleMap[exposed];
  if (!load) throw new Error(`Module "${exposed}" does not exist in container.`);
  return load();
};
