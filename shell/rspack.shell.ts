import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { baseConfig } from 'kit/federation/rspack-base';
import { bundlerRuntimeFrom, moduleBuildOf } from 'kit/federation/runtime-alias';
import { providedModules } from 'kit/federation/shared-modules';
import { CompressFilesPlugin } from './compress-files-plugin.ts';
import { ShellBuildPlugin } from './shell-build-plugin.ts';

const folder = import.meta.dirname;
const fonts = path.join(folder, '../kit/theme/fonts');

/** A page with a form takes all of these: together they are smaller than apart. */
const formsChunk = {
  name: 'forms',
  test: /[\\/](?:react-hook-form|@hookform|@standard-schema|zod|kit[\\/](?:forms|schema|api-client|contracts|toast))[\\/]|[\\/]recipes[\\/](?:field|toast)\.ts$/,
  chunks: 'async',
  enforce: true,
} as const;

/** What Emotion's streams of Node are made of, which nobody here uses. */
const ofNodeStreams = { through: false, multipipe: false, 'html-tokenize': false } as const;

/** What Emotion's `withTheme` copies static fields with: we have no use for it, and no bundler sees that. */
const ofWithTheme = { 'hoist-non-react-statics': false } as const;

/** The host: its remotes are not known at build time, it provides every shared module. */
export function shellBrowserConfig(mode: 'production' | 'development'): Configuration {
  const config = baseConfig({ name: 'shell', folder, platform: 'browser', mode });
  return {
    ...config,
    entry: {
      main: [mode === 'development' ? './browser/development.ts' : './browser/public-path.ts', './browser/start.ts'],
    },
    // Every release of the shell has addresses of its own, see public-path.ts.
    output: { ...config.output, publicPath: mode === 'development' ? '/shell/' : '' },
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...ofWithTheme } },
    optimization: { ...config.optimization, splitChunks: { cacheGroups: { forms: formsChunk } } },
    plugins: [
      ...(config.plugins ?? []),
      new rspack.CopyRspackPlugin({ patterns: [{ from: '*.woff2', context: fonts, to: 'fonts' }] }),
      ...(mode === 'production' ? [new ShellBuildPlugin(), new CompressFilesPlugin()] : []),
      bundlerRuntimeFrom(moduleBuildOf('@module-federation/webpack-bundler-runtime')),
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shared: providedModules(),
        shareStrategy: 'loaded-first',
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

/** The inline boot script: small, and without the federation runtime. */
export function shellBootConfig(): Configuration {
  const config = baseConfig({ name: 'shell', folder, platform: 'browser', mode: 'production' });
  return {
    ...config,
    name: 'shell-boot',
    cache: false,
    devtool: false,
    entry: { boot: './browser/boot/main.ts' },
    output: { ...config.output, path: path.join(folder, 'dist/boot'), filename: 'boot.js' },
    plugins: [],
  };
}

/**
 * The renderer of the shell server, which hands its own module instances to the remotes' server bundles. One file that needs
 * no module of Node: renderers have none.
 */
export function shellServerConfig(): Configuration {
  const config = baseConfig({ name: 'shell', folder, platform: 'server', mode: 'production' });
  return {
    ...config,
    entry: { render: './server-entry/entry.tsx' },
    output: { ...config.output, asyncChunks: false },
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...ofNodeStreams } },
  };
}
