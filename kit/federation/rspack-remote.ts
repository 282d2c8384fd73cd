import { type Configuration, rspack } from '@rspack/core';
import { containerNameOf } from 'kit/contracts/release';
import { BrowserBuildPlugin, RemoteBuildPlugin } from './remote-build-plugin.ts';
import { manifestOf } from './remote-manifest.ts';
import { exposedModule } from './routes.ts';
import { baseConfig } from './rspack-base.ts';
import { consumedModules, requestedShares } from './shared-modules.ts';

export interface RemoteOptions {
  /** Absolute folder of the remote's workspace; its package.json gives name and version. */
  folder: string;
}

/** What Rspack counts by itself. */
const sizeTypes = ['javascript', 'css', 'unknown'];

/**
 * The browser bundle of a remote: a Module Federation container that exposes `./remote`. It is of the first version of containers, which
 * every runtime loads, as that one needs no runtime of its own: 7 kB less for each remote of a page.
 */
export function remoteBrowserConfig({ folder }: RemoteOptions, mode: 'production' | 'development'): Configuration {
  const { name, kitName, exposes } = manifestOf(folder);
  const config = baseConfig({ name, folder, platform: 'browser', mode });
  return {
    ...config,
    entry: {},
    // The release's own folder tells its files from those of other releases.
    output: { ...config.output, publicPath: 'auto', chunkFilename: '[name].js' },
    // What stands for a shared module counts as code: each would get a chunk of its own else, all of one size, and chunks of
    // one size come in an order that goes by the folder of the checkout.
    optimization: { ...config.optimization, splitChunks: { defaultSizeTypes: [...sizeTypes, 'consume-shared'] } },
    plugins: [
      ...(config.plugins ?? []),
      ...(mode === 'production' ? [new BrowserBuildPlugin({ name, folder })] : []),
      new rspack.container.ModuleFederationPluginV1({
        name: containerNameOf(name),
        filename: 'remoteEntry.js',
        library: { type: 'var', name: containerNameOf(name) },
        exposes: Object.fromEntries(
          Object.entries({ ...exposes, [exposedModule]: './src/remote.ts' }).map(([exposed, source]) => [
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
  const { name, version, kitName, exposes } = manifestOf(folder);
  const config = baseConfig({ name, folder, platform: 'server', mode: 'production' });
  return {
    ...config,
    dependencies: [`${name}-browser`],
    entry: { remote: './src/remote.ts' },
    output: { ...config.output, asyncChunks: false },
    externalsType: 'commonjs',
    externals: Object.fromEntries(requestedShares(kitName)),
    plugins: [
      ...(config.plugins ?? []),
      new RemoteBuildPlugin({ name, version, folder, globalName: containerNameOf(name), exposes }),
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
