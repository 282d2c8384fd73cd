import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Compiler, type Configuration, rspack } from '@rspack/core';
import { baseConfig } from 'kit/federation/rspack-base';
import { sharedModuleIds, sharedModuleVersion } from 'kit/federation/shared-modules';
import { compress, compressedFile } from './server/files/compression.ts';
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

/** What the shared `@chakra-ui/react` has beyond what every page needs, and the system that its components stand in. */
const chakraChunk = {
  name: 'chakra',
  test: /[\\/](?:@chakra-ui|@ark-ui|@zag-js|@floating-ui|@internationalized|@pandacss|kit[\\/]chakra)[\\/]/,
  chunks: 'async',
  enforce: true,
} as const;

/** Replaces Emotion's class names with the server's numbers. The replacement gets the hash from Emotion itself. */
const withNumberedClasses = () =>
  new rspack.NormalModuleReplacementPlugin(/^@emotion\/hash$/, (resource) => {
    if (/[\\/]@emotion[\\/]/.test(resource.contextInfo?.issuer ?? '')) {
      resource.request = path.join(folder, 'browser/class-names.ts');
    }
  });

/** What the runtime of Module Federation is told of this build, as its plugin's `optimization` option would, and what the shell shares. */
const federationConstants = {
  ENV_TARGET: JSON.stringify('web'),
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
  SHARED_MODULE_VERSIONS: JSON.stringify(
    Object.fromEntries(sharedModuleIds.map((id) => [id, sharedModuleVersion(id)])),
  ),
};

/** The host. It needs no plugin of federation: its runtime knows remotes and shared modules (`browser/remotes/federation.ts`). */
export function shellBrowserConfig(mode: 'production' | 'development'): Configuration {
  const config = baseConfig({ name: 'shell', folder, platform: 'browser', mode });
  return {
    ...config,
    // Its second script is built with the inline one, and lies among its files.
    ...(mode === 'production' && { dependencies: [bootName] }),
    entry: {
      main: [mode === 'development' ? './browser/development.ts' : './browser/public-path.ts', './browser/start.ts'],
    },
    // Every release of the shell has its own URLs, see public-path.ts.
    output: { ...config.output, publicPath: mode === 'development' ? '/shell/' : '' },
    optimization: { ...config.optimization, splitChunks: { cacheGroups: { forms: formsChunk, chakra: chakraChunk } } },
    plugins: [
      ...(config.plugins ?? []),
      new rspack.CopyRspackPlugin({
        patterns: [
          { from: '*.woff2', context: fonts, to: 'fonts' },
          ...(mode === 'production' ? [{ from: 'early.js', context: bootFolder, to: 'early.[contenthash:8].js' }] : []),
        ],
      }),
      ...(mode === 'production' ? [new ShellBuildPlugin(), new CompressFilesPlugin()] : []),
      withNumberedClasses(),
      new rspack.DefinePlugin(federationConstants),
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
  };
}

/** What is compiled into the bundle of the staff pages: their own files, and what draws them. */
const ofStaffPages = /^(?:react|react-dom|d3-shape)(?:\/|$)/;

/**
 * The staff pages as one module for the server program, because Node runs no JSX. Every module that the program itself
 * imports stays outside, so that both have the same instance of it.
 */
export function shellStaffConfig(): Configuration {
  const config = baseConfig({ name: 'shell', folder, platform: 'server', mode: 'production' });
  const output = path.join(folder, 'dist/staff');
  const staff = path.join(folder, 'staff') + path.sep;
  return {
    ...config,
    name: 'shell-staff',
    cache: false,
    entry: { index: './staff/index.ts' },
    output: {
      ...config.output,
      path: output,
      filename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
    },
    module: { ...config.module, rules: [...(config.module?.rules ?? []), { test: /\.css$/, type: 'asset/source' }] },
    // It stays readable for stack traces.
    optimization: { ...config.optimization, minimize: false },
    externalsType: 'module',
    externals: [
      async ({ context = '', request = '', contextInfo }) => {
        if (!contextInfo?.issuer.startsWith(staff)) return undefined;
        if (!request.startsWith('.')) return ofStaffPages.test(request) ? undefined : request;
        const file = path.resolve(context, request);
        return file.startsWith(staff) ? undefined : path.relative(output, file).split(path.sep).join('/');
      },
    ],
  };
}

/**
 * Writes a brotli form beside each script. A server would take a second to compress the largest one, and the first visitor
 * after each start would wait for it.
 */
class CompressFilesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tapPromise('CompressFilesPlugin', async ({ errors, assets }) => {
      if (errors.length > 0) return;
      const scripts = Object.keys(assets).filter((name) => name.endsWith('.js'));
      await Promise.all(
        scripts.map(async (name) => {
          const file = path.join(compiler.outputPath, name);
          await writeFile(compressedFile(file), await compress(await readFile(file), 'br'));
        }),
      );
    });
  }
}
