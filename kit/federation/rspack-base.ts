import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { kitPackage, packageScope } from '../squad/package-names.ts';
import { browserTargets, browserTargetsFile } from './browser-targets.ts';
import { cacheFolderOf, repositoryOf } from './remote-manifest.ts';
import { sourceMapsPlugin } from './source-maps-plugin.ts';

/** Third-party packages are not transpiled. Our own packages are, because they contain JavaScript that is newer than some browsers. */
const thirdParty = new RegExp(String.raw`[\\/]node_modules[\\/](?!${packageScope}[\\/])`);

export interface BuildTarget {
  name: string;
  folder: string;
  platform: 'browser' | 'server';
  mode: 'production' | 'development';
}

/** The common configuration of all bundles: TypeScript by SWC, stable names, a persistent cache. */
export function baseConfig({ name, folder, platform, mode }: BuildTarget): Configuration {
  const server = platform === 'server';
  const development = mode === 'development';
  const refreshes = development && !server;
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
      // Without this, a module that throws because a shared module failed to load stays half evaluated for every retry.
      strictModuleErrorHandling: true,
      ...(server ? { library: { type: 'commonjs2' } } : { crossOriginLoading: 'anonymous' }),
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: {
      rules: [
        {
          test: /\.[jt]sx?$/,
          exclude: thirdParty,
          type: 'javascript/auto',
          use: {
            loader: 'builtin:swc-loader',
            options: {
              jsc: {
                parser: { syntax: 'typescript', tsx: true },
                transform: { react: { runtime: 'automatic', development: refreshes, refresh: refreshes } },
              },
              env: { targets: server ? 'node 24' : [...browserTargets] },
            },
          },
        },
      ],
    },
    optimization: {
      // Ids by the order in the graph. The names of shared modules contain the path of the checkout, so ids that derive from
      // names would give equal sources different release ids on different machines.
      moduleIds: development ? 'named' : 'natural',
      chunkIds: development ? 'named' : 'natural',
      // The shortest names save 1 kB of every first page. The default names stay the same when other exports are added.
      mangleExports: development ? false : 'size',
      minimize: !development,
      // A server bundle stays readable for stack traces. Only its comments are removed, because they contain module paths.
      ...(server ? { minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: readable })] } : {}),
    },
    plugins:
      development || server
        ? []
        : [
            new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
            sourceMapsPlugin(path.join(folder, 'dist/maps')),
          ],
    performance: false,
    // rspack serve compiles dynamic imports on demand, and a shared module compiled that way never resolves for a remote.
    lazyCompilation: false,
    ...(development
      ? {}
      : {
          cache: {
            type: 'persistent',
            // Cached style sheets contain the folder, so a moved checkout would have the old one in its source maps.
            version: folder,
            buildDependencies: buildDependenciesOf(folder),
            storage: { type: 'filesystem', directory: path.join(cacheFolderOf(folder), `${name}-${platform}`) },
          },
        }),
  };
}

/** Server bundles are not minified, so they need no source maps. */
function devtoolOf({ platform, mode }: Pick<BuildTarget, 'platform' | 'mode'>) {
  if (mode === 'development') return 'cheap-module-source-map';
  return platform === 'server' ? false : 'hidden-source-map';
}

/** The files whose change invalidates the build cache, with the installed kit's package.json, because its lockfile can be elsewhere. */
function buildDependenciesOf(folder: string): string[] {
  const files = [
    import.meta.filename,
    // The options of the style loaders are functions, which the cache does not compare.
    path.join(import.meta.dirname, `remote-files${path.extname(import.meta.filename)}`),
    browserTargetsFile,
    path.join(import.meta.dirname, '../package.json'),
    path.join(repositoryOf(folder), 'package-lock.json'),
    path.join(repositoryOf(folder), `node_modules/${kitPackage}/package.json`),
  ];
  return files.filter((file) => existsSync(file));
}

const readable = {
  compress: false,
  mangle: false,
  // In ASCII alone it takes half the memory, in the server and in each renderer.
  format: { comments: false, beautify: true, asciiOnly: true },
} as const;

function outputName(platform: BuildTarget['platform'], mode: BuildTarget['mode']): string {
  if (platform === 'server') return '[name].cjs';
  return mode === 'development' ? '[name].js' : '[name].[contenthash:8].js';
}
