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

/** What Rspack counts by itself. */
const sizeTypes = ['javascript', 'css', 'unknown'];

/** The module that a remote exposes, and what a build of it needs to find there. */
function doorOf(folder: string, mode: BuildTarget['mode']) {
  const source = './src/remote.ts';
  // In development the first style sheet may come with any edit.
  if (mode === 'production' && !importsStyles(folder)) return { source, alias: {}, plugins: [] };
  const { name } = manifestOf(folder);
  return {
    // Without its ending, which is another one in the package of squads.
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
 * The browser bundle of a remote: a Module Federation container that exposes `./remote`. It is of the first version of containers, which
 * every runtime loads, as that one needs no runtime of its own: 7 kB less for each remote of a page.
 */
export function remoteBrowserConfig({ folder }: RemoteOptions, mode: 'production' | 'development'): Configuration {
  const { name, kitName, exposes } = manifestOf(folder);
  const config = remoteConfig({ name, folder, platform: 'browser', mode });
  const door = doorOf(folder, mode);
  return {
    ...config,
    entry: {},
    // The release's own folder tells its files from those of other releases.
    output: { ...config.output, publicPath: 'auto', chunkFilename: '[name].js' },
    resolve: { ...config.resolve, alias: door.alias },
    // What stands for a shared module counts as code: each would get a chunk of its own else, all of one size, and chunks of
    // one size come in an order that goes by the folder of the checkout.
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

/** The server bundle of a remote: one CommonJS file whose shared modules the shell server injects. */
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
 * The whole Rspack configuration of a remote: browser bundle, server bundle, and `dist/build.json` that describes both
 * to the release command.
 */
export function defineRemote(options: RemoteOptions): Configuration[] {
  return [remoteBrowserConfig(options, 'production'), remoteServerConfig(options)];
}

/** What `rspack.config.ts` of a remote may export by default: loaders and plugins for the browser bundle and the server bundle. */
export interface RemoteAdditions {
  module?: { rules?: RuleSetRule[] };
  plugins?: Configuration['plugins'];
}

/**
 * Adds what the remote's `rspack.config.ts` exports, if there is one. Its loaders run before those of the kit, so that a style sheet of
 * another language becomes CSS before it is narrowed to the remote.
 * @throws Error that names a member that is neither `module.rules` nor `plugins`: others would part the bundles from their host.
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
    // Nobody knows what else they read, so nothing of an earlier build is taken.
    cache: false,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), ...rules] },
    plugins: [...(config.plugins ?? []), ...plugins],
  };
}
