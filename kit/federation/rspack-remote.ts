import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { containerNameOf } from 'kit/contracts/release';
import { BrowserBuildPlugin, RemoteBuildPlugin } from './remote-build-plugin.ts';
import { manifestOf } from './remote-manifest.ts';
import { exposedModule } from './routes.ts';
import { baseConfig } from './rspack-base.ts';
import { containerRuntimeFrom } from './runtime-alias.ts';
import { consumedModules, requestedShares } from './shared-modules.ts';

export interface RemoteOptions {
  /** Absolute folder of the remote's workspace; its package.json gives name and version. */
  folder: string;
}

/** What Rspack counts by itself. */
const sizeTypes = ['javascript', 'css', 'unknown'];

/** As this file is: TypeScript in the site's own repository, JavaScript in a package. */
const pageRuntimeFile = path.join(import.meta.dirname, `page-runtime${path.extname(import.meta.filename)}`);

/** The browser bundle of a remote: a Module Federation container that exposes `./remote`. */
export function remoteBrowserConfig({ folder }: RemoteOptions, mode: 'production' | 'development'): Configuration {
  const { name, kitName } = manifestOf(folder);
  const config = baseConfig({ name, folder, platform: 'browser', mode });
  return {
    ...config,
    entry: {},
    // The release's own folder tells its files from those of other releases: see page-runtime.ts.
    output: { ...config.output, publicPath: mode === 'development' ? 'auto' : '', chunkFilename: '[name].js' },
    // What stands for a shared module counts as code: each would get a chunk of its own else, all of one size, and chunks of
    // one size come in an order that goes by the folder of the checkout.
    optimization: { ...config.optimization, splitChunks: { defaultSizeTypes: [...sizeTypes, 'consume-shared'] } },
    plugins: [
      ...(config.plugins ?? []),
      ...(mode === 'production'
        ? [
            new BrowserBuildPlugin({ name, folder }),
            containerRuntimeFrom(pageRuntimeFile),
            new rspack.DefinePlugin({ CONTAINER_NAME: JSON.stringify(containerNameOf(name)) }),
          ]
        : []),
      new ModuleFederationPlugin({
        name: containerNameOf(name),
        filename: 'remoteEntry.js',
        library: { type: 'var', name: containerNameOf(name) },
        exposes: { [exposedModule]: { import: './src/remote.ts', name: 'remote' } },
        shared: consumedModules({ folder, kitName }),
        // The default fetches every registered remote before the first shared module.
        shareStrategy: 'loaded-first',
        // Nothing reads it: the release's own record says what it holds. And it names folders of this machine in its order.
        manifest: false,
        dts: false,
        dev: false,
        experiments: {
          optimization: { target: 'web', disableSnapshot: true },
        },
      }),
    ],
  };
}

/** The server bundle of a remote: one CommonJS file whose shared modules the shell server injects. */
function remoteServerConfig({ folder }: RemoteOptions): Configuration {
  const { name, version, kitName } = manifestOf(folder);
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
      new RemoteBuildPlugin({ name, version, folder, globalName: containerNameOf(name) }),
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
