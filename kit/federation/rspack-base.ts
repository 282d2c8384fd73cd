import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { kitPackage, packageScope } from '../squad/package-names.ts';
import { browserTargets, browserTargetsFile } from './browser-targets.ts';
import { cacheFolderOf, repositoryOf } from './remote-manifest.ts';
import { SourceMapsPlugin } from './source-maps-plugin.ts';

/** What is built as our own source is, wherever it lies: packages bring JavaScript that is newer than some browsers. */
const asInstalled = new RegExp(String.raw`[\\/]node_modules[\\/](?!${packageScope}[\\/])`);

export interface BuildTarget {
  /** Workspace name, for example `mf-agents`. */
  name: string;
  /** Absolute folder of the workspace. */
  folder: string;
  platform: 'browser' | 'server';
  mode: 'production' | 'development';
}

/** What every bundle of the site has in common: TypeScript by SWC, stable names, a persistent cache. */
export function baseConfig({ name, folder, platform, mode }: BuildTarget): Configuration {
  const server = platform === 'server';
  const development = mode === 'development';
  return {
    name: `${name}-${platform}`,
    context: folder,
    mode,
    target: server ? 'node24' : ['web', `browserslist:${browserTargets.join(', ')}`],
    devtool: devtoolOf({ platform, mode }),
    output: {
      path: path.join(folder, 'dist', platform),
      uniqueName: name,
      clean: !development,
      filename: outputName(platform, mode),
      chunkFilename: outputName(platform, mode),
      // Else a module that throws, as one of its shared modules did not come, is half there for every retry.
      strictModuleErrorHandling: true,
      ...(server ? { library: { type: 'commonjs2' } } : { crossOriginLoading: 'anonymous' }),
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: {
      rules: [
        {
          test: /\.[jt]sx?$/,
          exclude: asInstalled,
          type: 'javascript/auto',
          use: {
            loader: 'builtin:swc-loader',
            options: {
              jsc: {
                parser: { syntax: 'typescript', tsx: true },
                transform: { react: { runtime: 'automatic', development, refresh: development && !server } },
              },
              env: { targets: server ? 'node 24' : [...browserTargets] },
            },
          },
        },
      ],
    },
    optimization: {
      // By their order in the graph. Ids made of names would take in the folder of the checkout, which shared modules have in
      // their names, so that the same sources had another release id on every machine.
      moduleIds: development ? 'named' : 'natural',
      chunkIds: development ? 'named' : 'natural',
      // The shortest names, in place of names that stay when other exports are added: 1 kB less of every first page.
      mangleExports: development ? false : 'size',
      minimize: !development,
      // A server bundle stays readable, for what its stack traces say; only the comments go, as they hold the ways to modules.
      ...(server ? { minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: withoutComments })] } : {}),
    },
    plugins:
      development || server
        ? []
        : [
            new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
            new SourceMapsPlugin(path.join(folder, 'dist/maps')),
          ],
    performance: false,
    // rspack serve compiles dynamic imports on demand; a share compiled that way never resolves for a remote.
    lazyCompilation: false,
    ...(development
      ? {}
      : {
          cache: {
            type: 'persistent',
            // What it keeps of a style sheet names the folder, which would be in the source maps of a checkout that was moved.
            version: folder,
            buildDependencies: buildDependenciesOf(folder),
            storage: { type: 'filesystem', directory: path.join(cacheFolderOf(folder), `${name}-${platform}`) },
          },
        }),
  };
}

/** Server bundles stay readable as they are. */
function devtoolOf({ platform, mode }: Pick<BuildTarget, 'platform' | 'mode'>) {
  if (mode === 'development') return 'cheap-module-source-map';
  return platform === 'server' ? false : 'hidden-source-map';
}

/** What makes an earlier build's cache worthless; the kit's own package.json among it, for kits that came with another lockfile. */
function buildDependenciesOf(folder: string): string[] {
  const files = [
    import.meta.filename,
    // The loaders of style sheets, whose options are functions.
    path.join(import.meta.dirname, `remote-files${path.extname(import.meta.filename)}`),
    browserTargetsFile,
    path.join(import.meta.dirname, '../package.json'),
    path.join(repositoryOf(folder), 'package-lock.json'),
    path.join(repositoryOf(folder), `node_modules/${kitPackage}/package.json`),
  ];
  return files.filter((file) => existsSync(file));
}

const withoutComments = {
  compress: false,
  mangle: false,
  format: { comments: false, beautify: true },
} as const;

function outputName(platform: BuildTarget['platform'], mode: BuildTarget['mode']): string {
  if (platform === 'server') return '[name].cjs';
  return mode === 'development' ? '[name].js' : '[name].[contenthash:8].js';
}
