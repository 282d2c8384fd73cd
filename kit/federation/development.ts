import type { Configuration } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

/** Returns the URL path of a workspace's bundle on the development server. */
export function developmentPath(workspace: string): string {
  return `/@dev/${workspace}/`;
}

/** The delay before a build, in milliseconds: editors empty a file before they write it. */
const quietBeforeBuild = 25;

/** Adds Fast Refresh to a browser configuration. A page has one refresh runtime: the shell's. */
export function withFastRefresh(config: Configuration, workspace: string): Configuration {
  const isShell = workspace === 'shell';
  return {
    ...config,
    output: { ...config.output, publicPath: developmentPath(workspace) },
    watchOptions: { ...config.watchOptions, aggregateTimeout: quietBeforeBuild },
    // React reports to this runtime, see `shell/browser/development.ts`.
    ...(isShell ? {} : { externals: { 'react-refresh/runtime': '__REACT_REFRESH_RUNTIME__' } }),
    plugins: [
      ...(config.plugins ?? []),
      new ReactRefreshRspackPlugin({
        forceEnable: true,
        // The shell's runtime is already registered with React.
        injectEntry: isShell,
        // A worker has no page and no refresh runtime.
        exclude: [/[\\/]node_modules[\\/]/, /\.worker\.[jt]s$/],
      }),
    ],
  };
}
