import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

/** The path at which the development server serves the bundle of a workspace. */
export function developmentPath(workspace: string): string {
  return `/@dev/${workspace}/`;
}

/** In milliseconds. Editors truncate a file before they write it, so a build must not start between the two. */
const buildDelay = 25;

/** Adds Fast Refresh to a browser configuration. All bundles of a page use the refresh runtime of the shell. */
export function withFastRefresh(config: Configuration, workspace: string): Configuration {
  const isShell = workspace === 'shell';
  return {
    ...config,
    output: { ...config.output, publicPath: developmentPath(workspace) },
    watchOptions: { ...config.watchOptions, aggregateTimeout: buildDelay },
    // React reports to this runtime, see `shell/browser/development.ts`.
    ...(isShell ? {} : { externals: { 'react-refresh/runtime': '__REACT_REFRESH_RUNTIME__' } }),
    plugins: [
      ...(config.plugins ?? []),
      // Without a name, it is part of every entry. Without its extension, which is `.js` in the published package.
      new rspack.EntryPlugin(config.context ?? '', path.join(import.meta.dirname, 'reload-failed-update'), {}),
      new ReactRefreshRspackPlugin({
        forceEnable: true,
        // The shell's entry has already registered the runtime with React.
        injectEntry: isShell,
        // A worker has no document, so it has no refresh runtime. The module for reloads is part of workers, too.
        exclude: [/[\\/]node_modules[\\/]/, /\.worker\.[jt]s$/, /[\\/]reload-failed-update\.[jt]s$/],
      }),
    ],
  };
}
