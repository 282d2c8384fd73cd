import type { Configuration } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

/** Where the development server serves a workspace's bundle. */
export function developmentPath(workspace: string): string {
  return `/@dev/${workspace}/`;
}

/** Editors empty a file before they write it: what is built in between has holes. In milliseconds. */
const quietBeforeBuild = 25;

/** Adds Fast Refresh to a browser configuration. A page has one refresh runtime: the shell's. */
export function withFastRefresh(config: Configuration, workspace: string): Configuration {
  const isShell = workspace === 'shell';
  return {
    ...config,
    output: { ...config.output, publicPath: developmentPath(workspace) },
    watchOptions: { ...config.watchOptions, aggregateTimeout: quietBeforeBuild },
    // The one that React itself reports to, see `shell/browser/development.ts`.
    ...(isShell ? {} : { externals: { 'react-refresh/runtime': '__REACT_REFRESH_RUNTIME__' } }),
    plugins: [
      ...(config.plugins ?? []),
      new ReactRefreshRspackPlugin({
        forceEnable: true,
        // The shell's has told React already.
        injectEntry: isShell,
        // A worker has no page, and no runtime of one.
        exclude: [/[\\/]node_modules[\\/]/, /\.worker\.[jt]s$/],
      }),
    ],
  };
}
