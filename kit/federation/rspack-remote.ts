import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';
import { containerNameOf } from 'kit/contracts/release';
import { BrowserBuildPlugin, RemoteBuildPlugin } from './remote-build-plugin.ts';
import { importsStyles, remoteFiles } from './remote-files.ts';
import { manifestOf } from './remote-manifest.ts';
import { exposedModule } from './routes.ts';
import { type BuildTarget, baseConfig } from './rspack-base.ts';
import { consumedModules, requestedShares } from './shared-modules.ts';

export interface RemoteOptions {
  /** Absolute folder of the remote's workspace; its package.json gives name and version. */
  folder: string;
}

/** Where a remote adds loaders and plugins to its builds. */
const additionsFile = 'rspack.config.ts';

/** The size types that Rspack counts by default. */
const sizeTypes = ['javascript', 'css', 'unknown'];

/** Returns the exposed module of a remote, with the aliases and plugins that its build needs. */
function doorOf(folder: string, mode: BuildTarget['mode']) {
  const source = './src/remote.ts';
  // In development any edit may add the first style sheet.
  if (mode === 'production' && !importsStyles(folder)) return { source, alias: {}, plugins: [] };
  const { name } = manifestOf(folder);
  return {
    // Without the extension, which differs in the package of squads.
    source: path.join(import.meta.dirname, 'styled-remote'),
    alias: { '#this-remote$': path.join(folder, source) },
    plugins: [new rspack.DefinePlugin({ REMOTE_CONTAINER: JSON.stringify(containerNameOf(name)) })],
  };
}

function remoteConfig(target: BuildTarget): Configuration {
  const config = baseConfig(target);
  const { output, rules, ...generation } = remoteFiles(target);
  return {
    ...config,
    output: { ...config.output, ...output },
    module: { ...config.module, rules: [...(config.module?.rules ?? []), ...rules], ...generation },
  };
}

/**
 * Returns the configuration of a remote's browser bundle: a Module Federation container that exposes `./remote`. It is a version 1
 * container, which all runtimes load. It contains no runtime, which saves 7 kB for each remote of a page.
 */
export function remoteBrowserConfig({ folder }: RemoteOptions, mode: 'production' | 'development'): Configuration {
  const { name, kitName, exposes } = manifestOf(folder);
  const config = remoteConfig({ name, folder, platform: 'browser', mode });
  const door = doorOf(folder, mode);
  return {
    ...config,
    entry: {},
    // Chunk names need no hash, because each release has a folder of its own.
    output: { ...config.output, publicPath: 'auto', chunkFilename: '[name].js' },
    resolve: { ...config.resolve, alias: door.alias },
    // Placeholders of shared modules count as code. Otherwise each would get a chunk of equal size, and the order of such chunks
    // depends on the folder of the checkout.
    optimization: { ...config.optimization, splitChunks: { defaultSizeTypes: [...sizeTypes, 'consume-shared'] } },
    plugins: [
      ...(config.plugins ?? []),
      ...door.plugins,
      ...(mode === 'production' ? [new BrowserBuildPlugin({ name, folder })] : []),
      new rspack.container.ModuleFederationPluginV1({
        name: containerNameOf(name),
        filename: 'remoteEntry.js',
        library: { type: 'var', name: containerNameOf(name) },
        exposes: Object.fromEntries(
          Object.entries({ ...exposes, [exposedModule]: door.source }).map(([exposed, source]) => [
            exposed,
            { import: source, name: exposed.slice('./'.length) },
          ]),
        ),
        shared: consumedModules({ folder, kitName }),
      }),
    ],
  };
}

/** Returns the configuration of a remote's server bundle: one CommonJS file into which the shell server injects shared modules. */
function remoteServerConfig({ folder }: RemoteOptions): Configuration {
  const { name, version, kitName, exposes, origins } = manifestOf(folder);
  const config = remoteConfig({ name, folder, platform: 'server', mode: 'production' });
  const door = doorOf(folder, 'production');
  return {
    ...config,
    dependencies: [`${name}-browser`],
    entry: { remote: door.source },
    resolve: { ...config.resolve, alias: door.alias },
    output: { ...config.output, asyncChunks: false },
    externalsType: 'commonjs',
    externals: Object.fromEntries(requestedShares(kitName)),
    plugins: [
      ...(config.plugins ?? []),
      ...door.plugins,
      new RemoteBuildPlugin({ name, version, folder, globalName: containerNameOf(name), exposes, origins }),
    ],
  };
}

/**
 * Returns the Rspack configuration of a remote: browser bundle, server bundle, and `dist/build.json`, which describes both for the
 * release command.
 */
export function defineRemote(options: RemoteOptions): Configuration[] {
  return [remoteBrowserConfig(options, 'production'), remoteServerConfig(options)];
}

/** The default export of a remote's `rspack.config.ts`: loaders and plugins for both bundles. */
export interface RemoteAdditions {
  module?: { rules?: RuleSetRule[] };
  plugins?: Configuration['plugins'];
}

/**
 * Adds the loaders and plugins of the remote's `rspack.config.ts`, if it exists. Its loaders run before those of the kit, so that
 * other style languages are compiled to CSS before the scope is added.
 *
 * @throws Error that names a member other than `module.rules` and `plugins`: it could make the bundles incompatible with the host.
 */
export async function withAdditions<Config extends Configuration>(folder: string, config: Config): Promise<Config> {
  const file = path.join(folder, additionsFile);
  if (!existsSync(file)) return config;
  const { default: own = {} }: { default?: RemoteAdditions } = await import(pathToFileURL(file).href);
  const { module: { rules = [], ...ofModule } = {}, plugins = [], ...others } = own;
  const refused = [...Object.keys(others), ...Object.keys(ofModule).map((name) => `module.${name}`)];
  if (refused.length > 0) {
    throw new Error(
      `${additionsFile} sets ${refused.join(', ')}: it may add module.rules and plugins alone. Take the rest out.`,
    );
  }
  return {
    ...config,
    // The cache is off, because loaders and plugins may read unknown files.
    cache: false,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), ...rules] },
    plugins: [...(config.plugins ?? []), ...plugins],
  };
}
