import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';

const folder = import.meta.dirname;

const common: Configuration = {
  context: folder,
  mode: 'production',
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        use: {
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
              target: 'es2020',
            },
          },
        },
      },
    ],
  },
};

/**
 * Builds a remote as Module Federation's documentation describes, without our tools, and writes the `build.json` of
 * docs/squads.md.
 */
export async function buildStockRemote(dist: string): Promise<void> {
  const browser: Configuration = {
    ...common,
    name: 'browser',
    entry: {},
    output: {
      path: path.join(dist, 'browser'),
      uniqueName: 'mf_stock',
      publicPath: 'auto',
      chunkFilename: '[name].js',
      crossOriginLoading: 'anonymous',
    },
    plugins: [
      new rspack.SubresourceIntegrityPlugin(),
      new ModuleFederationPlugin({
        name: 'mf_stock',
        filename: 'remoteEntry.js',
        exposes: { './remote': './src/remote.ts', './badge': './src/badge.tsx' },
        shared: { react: { singleton: true } },
        dts: false,
      }),
    ],
  };
  const server: Configuration = {
    ...common,
    name: 'server',
    target: 'node24',
    entry: { remote: './src/remote.ts' },
    output: {
      path: path.join(dist, 'server'),
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      asyncChunks: false,
    },
    externalsType: 'commonjs',
    externals: ['react', 'react/jsx-runtime'],
    optimization: { minimize: false },
  };
  const compiler = rspack([browser, server]);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString({ preset: 'errors-only', colors: false }));
  await writeFile(path.join(dist, 'build.json'), JSON.stringify(await describeBuild(dist)));
}

interface Manifest {
  metaData: { remoteEntry: { name: string }; globalName: string; buildInfo: { buildVersion: string } };
  exposes: { path: string; assets: { js: { sync: string[]; async: string[] } } }[];
}

async function describeBuild(dist: string) {
  // The stock plugin writes this file.
  const manifest: Manifest = JSON.parse(await readFile(path.join(dist, 'browser/mf-manifest.json'), 'utf8'));
  const { routes } = await import('./src/remote.ts');
  const { assets } = manifest.exposes.find((exposed) => exposed.path === './remote') ?? {};
  return {
    remote: 'mf-stock',
    version: '1.0.0',
    entry: `browser/${manifest.metaData.remoteEntry.name}`,
    globalName: manifest.metaData.globalName,
    serverEntry: 'server/remote.cjs',
    routes: routes.map(({ load: _load, ...meta }) => meta),
    chunks: { remote: assets?.js.sync.map((file) => `browser/${file}`) ?? [], 'page-stock': ['browser/page-stock.js'] },
    needs: { 'page-stock': { react: '^19.0.0' } },
  };
}
