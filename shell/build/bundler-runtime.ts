import { createInstance, getInstance, init } from '@module-federation/runtime';
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js';

interface Required {
  webpackRequire: { federation: { runtime: { init: typeof init }; initOptions: Parameters<typeof init>[0] } };
}

/**
 * Replaces `@module-federation/webpack-bundler-runtime` in the shell with only the parts that the shell and the remotes'
 * containers call. No build of ours names remotes at build time or tree-shakes shared modules.
 */
// biome-ignore lint/style/noDefaultExport: replaces a default export
export default {
  runtime: { createInstance, getInstance, init },
  bundlerRuntime: {
    consumes,
    I: initializeSharing,
    S: {},
    installInitialConsumes,
    init: ({ webpackRequire: { federation } }: Required) => federation.runtime.init(federation.initOptions),
  },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
};
