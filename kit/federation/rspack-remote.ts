import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';
import { containerNameOf } from 'kit/contracts/release';
import { browserBuildPlugin, remoteBuildPlugin } from './remote-build-plugin.ts';
import { importsStyles, remoteFiles } from './remote-files.ts';
import { manifestOf } from './remote-manifest.ts';
import { exposedModule } from './routes.ts';
import { type BuildTarget, baseConfig } from './rspack-base.ts';
import { consumedModules, requestedShares } from './shared-modules.ts';

export interface RemoteOptions {
  /** The absolute folder of the remote's workspace. Its package.json contains the name and the version. */
  folder: string;
}

/** The file in which a remote adds loaders and plugins to its builds. */
const additionsFile = 'rspack.config.ts';

/** The default of Rspack. */
const sizeTypes = ['javascript', 'css', 'unknown'];

/** Returns what both bundles of a remote have in common, and the module that exposes its routes. */
function commonParts({ folder }: RemoteOptions, platform: BuildTarget['platform'], mode: BuildTarget['mode']) {
  const manifest = manifestOf(folder);
  const target = { name: manifest.name, folder, platform, mode };
  const config = baseConfig(target);
  const { output, rules, ...generation } = remoteFiles(target);
  const source = './src/remote.ts';
  // In development any edit may add the first style sheet.
  const isStyled = mode === 'development' || importsStyles(folder);
  const container = containerNameOf(manifest.name);
  const styled = new rspack.DefinePlugin({ REMOTE_CONTAINER: JSON.stringify(container) });
  return {
    manifest,
    container,
    // Without its extension, which is `.js` in the published package.
    entry: isStyled ? path.join(import.meta.dirname, 'styled-remote') : source,
    config: {
      ...config,
      output: { ...config.output, ...output },
      module: { ...config.module, rules: [...(config.module?.rules ?? []), ...rules], ...generation },
      resolve: { ...config.resolve, alias: isStyled ? { '#this-remote$': path.join(folder, source) } : {} },
      plugins: [...(config.plugins ?? []), ...(isStyled ? [styled] : [])],
    } satisfies Configuration,
  };
}

/**
 * Returns the configuration of a remote's browser bundle: a Module Federation container that exposes `./remote`. It has the format of
 * version 1, which all runtimes load, and which saves 7 kB for each remote of a page because it contains no runtime.
 */
export function remoteBrowserConfig(options: RemoteOptions, mode: BuildTarget['mode']): Configuration {
  const { folder } = options;
  const { manifest, container, entry, config } = commonParts(options, 'browser', mode);
  return {
    ...config,
    entry: {},
    // Each release has its own folder, so file names need no hash.
    output: { ...config.output, publicPath: 'auto', chunkFilename: '[name].js' },
    // Stubs of shared modules count as code. Otherwise each would get its own chunk, all of equal size, and the order of equal
    // chunks depends on the path of the checkout.
    optimization: { ...config.optimization, splitChunks: { defaultSizeTypes: [...sizeTypes, 'consume-shared'] } },
    plugins: [
      ...config.plugins,
      browserBuildPlugin(folder, manifest),
      new rspack.container.ModuleFederationPluginV1({
        name: container,
        filename: 'remoteEntry.js',
        library: { type: 'var', name: container },
        exposes: Object.fromEntries(
          Object.entries({ ...manifest.exposes, [exposedModule]: entry }).map(([exposed, source]) => [
            exposed,
            { import: source, name: exposed.slice('./'.length) },
          ]),
        ),
        shared: consumedModules({ folder, kitName: manifest.kitName }),
      }),
    ],
  };
}

/** Returns the configuration of a remote's server bundle: one CommonJS file. The shell server injects the shared modules. */
export function remoteServerConfig(options: RemoteOptions, mode: BuildTarget['mode']): Configuration {
  const { manifest, entry, config } = commonParts(options, 'server', mode);
  return {
    ...config,
    dependencies: [`${manifest.name}-browser`],
    entry: { remote: entry },
    output: { ...config.output, asyncChunks: false },
    externalsType: 'commonjs',
    externals: Object.fromEntries(requestedShares(manifest.kitName)),
    plugins: [...config.plugins, remoteBuildPlugin(options.folder, manifest)],
  };
}

/**
 * Returns the Rspack configuration of a remote: the browser bundle, the server bundle, and `dist/build.json`, which describes both
 * for the release command.
 */
export function defineRemote(options: RemoteOptions): Configuration[] {
  return [remoteBrowserConfig(options, 'production'), remoteServerConfig(options, 'production')];
}

/** The default export of a remote's `rspack.config.ts`: loaders and plugins for both bundles. */
export interface RemoteAdditions {
  module?: { rules?: RuleSetRule[] };
  plugins?: Configuration['plugins'];
}

/**
 * Adds the loaders and plugins of the remote's `rspack.config.ts`, if it exists. Its loaders run before those of the kit, so that Less or
 * Sass becomes CSS before the kit adds the scope.
 * @throws Error if it sets anything but `module.rules` and `plugins`, because other options could make the bundles incompatible with the
 *   shell; the message names the options
 */
export async function withAdditions<Config extends Configuration>(folder: string, config: Config): Promise<Config> {
  const file = path.join(folder, additionsFile);
  if (!existsSync(file)) return config;
  const { default: own = {} }: { default?: RemoteAdditions } = await import(pathToFileURL(file).href);
  const { module: { rules = [], ...ofModule } = {}, plugins = [], ...others } = own;
  const refused = [...Object.keys(others), ...Object.keys(ofModule).map((name) => `module.${name}`)];
  if (refused.length > 0) {
    throw new Error(
      `${additionsFile} sets ${refused.join(', ')}: it may only add module.rules and plugins. Remove the others.`,
    );
  }
  return {
    ...config,
    // The cache is off, because the files that these loaders read are unknown.
    cache: false,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), ...rules] },
    plugins: [...(config.plugins ?? []), ...plugins],
  };
}
