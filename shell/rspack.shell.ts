import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { baseConfig } from 'kit/federation/rspack-base';
import { bundlerRuntimeFrom } from 'kit/federation/runtime-alias';
import { providedModules } from 'kit/federation/shared-modules';
import { chakraFolder, styleData, withFinishedSystem } from './build/system-data.ts';
import { CompressFilesPlugin } from './compress-files-plugin.ts';
import { ShellBuildPlugin } from './shell-build-plugin.ts';

const folder = import.meta.dirname;
const fonts = path.join(folder, '../kit/theme/fonts');
const bootFolder = path.join(folder, 'dist/boot');
const bootName = 'shell-boot';

/** A page with a form uses all of these, and they are smaller in one chunk. */
const formsChunk = {
  name: 'forms',
  test: /[\\/](?:react-hook-form|@hookform|@standard-schema|zod|kit[\\/](?:forms|schema|api-client|contracts|toast))[\\/]|[\\/]recipes[\\/](?:field|toast)\.ts$/,
  chunks: 'async',
  enforce: true,
} as const;

/** Dependencies of Emotion's Node streams, which nothing here uses. */
const ofNodeStreams = { through: false, multipipe: false, 'html-tokenize': false } as const;

/** A dependency of Emotion's `withTheme`, which nothing here uses; no bundler detects that. */
const ofWithTheme = { 'hoist-non-react-statics': false } as const;

const withoutPrefixes = {
  test: /[\\/]emotion-cache\.browser\.esm\.js$/,
  loader: path.join(folder, 'build/no-prefixes.ts'),
};

/** Chakra's CSS reset. kit/theme has its own, and no bundler detects that this one is unused. */
const withoutPreflight = () =>
  new rspack.NormalModuleReplacementPlugin(/^\.\/preflight\.js$/, path.join(folder, 'build/no-preflight.ts'));

/** Replaces Emotion's class names with the server's numbers. The replacement gets the hash from Emotion itself. */
const withNumberedClasses = () =>
  new rspack.NormalModuleReplacementPlugin(/^@emotion\/hash$/, (resource) => {
    if (/[\\/]@emotion[\\/]/.test(resource.contextInfo?.issuer ?? '')) {
      resource.request = path.join(folder, 'browser/class-names.ts');
    }
  });

/** The shell for browsers: it provides every shared module, and its remotes are not known at build time. */
export function shellBrowserConfig(mode: 'production' | 'development'): Configuration {
  const config = baseConfig({ name: 'shell', folder, platform: 'browser', mode });
  const { cache } = config;
  return {
    ...config,
    ...(typeof cache === 'object' &&
      cache.type === 'persistent' && { cache: { ...cache, version: JSON.stringify(styleData) } }),
    // Its second script is built with the inline one and is among its files.
    ...(mode === 'production' && { dependencies: [bootName] }),
    entry: {
      main: [mode === 'development' ? './browser/development.ts' : './browser/public-path.ts', './browser/start.ts'],
    },
    // Every release of the shell has its own URLs, see public-path.ts.
    output: { ...config.output, publicPath: mode === 'development' ? '/shell/' : '' },
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...ofWithTheme, ...chakraFolder } },
    module: { rules: [...(config.module?.rules ?? []), withoutPrefixes] },
    optimization: { ...config.optimization, splitChunks: { cacheGroups: { forms: formsChunk } } },
    plugins: [
      ...(config.plugins ?? []),
      new rspack.CopyRspackPlugin({
        patterns: [
          { from: '*.woff2', context: fonts, to: 'fonts' },
          ...(mode === 'production' ? [{ from: 'early.js', context: bootFolder, to: 'early.[contenthash:8].js' }] : []),
        ],
      }),
      ...(mode === 'production' ? [new ShellBuildPlugin(), new CompressFilesPlugin()] : []),
      new rspack.DefinePlugin(styleData),
      // In development no server renders the page, and themes change.
      ...(mode === 'production' ? [withFinishedSystem()] : []),
      withoutPreflight(),
      withNumberedClasses(),
      bundlerRuntimeFrom(path.join(folder, 'build/bundler-runtime.ts')),
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shared: providedModules(),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: {
          // Remotes are known at run time and loaded as containers (`browser/remotes/federation.ts`).
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
    ],
  };
}

/** The inline boot script and the script that it loads: small, and without the federation runtime. */
export function shellBootConfig(): Configuration {
  const config = baseConfig({ name: 'shell', folder, platform: 'browser', mode: 'production' });
  return {
    ...config,
    name: bootName,
    cache: false,
    devtool: false,
    entry: { boot: './browser/boot/main.ts', early: './browser/boot/early.ts' },
    output: { ...config.output, path: bootFolder, filename: '[name].js' },
    plugins: [],
  };
}

/**
 * The renderer of the shell server, which passes its own module instances to the remotes' server bundles. It is one file
 * without Node modules, which renderers do not have.
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
