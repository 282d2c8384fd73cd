import { fileURLToPath } from 'node:url';
import { type RspackPluginInstance, rspack } from '@rspack/core';

/** What `import` gets of a package; the federation plugin asks for what `require` gets. */
export function moduleBuildOf(name: string): string {
  return fileURLToPath(import.meta.resolve(name));
}

const bundlerRuntime = /webpack-bundler-runtime[\\/]dist[\\/]index\.cjs$/;

/** The module builds of the federation runtime can be tree-shaken: about 6 kB (brotli) less in the shell. */
export const federationRuntimeAlias = {
  '@module-federation/runtime': moduleBuildOf('@module-federation/runtime'),
  '@module-federation/runtime-core$': moduleBuildOf('@module-federation/runtime-core'),
  '@module-federation/sdk$': moduleBuildOf('@module-federation/sdk'),
  '@module-federation/error-codes$': moduleBuildOf('@module-federation/error-codes'),
};

/** The module, written by Rspack, that a container or a host starts with. */
const ownRuntime = /^@module-federation\/runtime\/rspack\.js!=!data:/;

export function containerRuntimeFrom(file: string): RspackPluginInstance {
  return new rspack.NormalModuleReplacementPlugin(ownRuntime, file);
}

export function bundlerRuntimeFrom(file: string): RspackPluginInstance {
  return new rspack.NormalModuleReplacementPlugin(bundlerRuntime, file);
}
