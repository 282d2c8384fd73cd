import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

const refreshShim = path.join(import.meta.dirname, 'refresh-shim');

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
    resolve: {
      ...config.resolve,
      ...(isShell ? {} : { alias: { ...config.resolve?.alias, 'react-refresh': refreshShim } }),
    },
    plugins: [
      ...(config.plugins ?? []),
      new ReactRefreshRspackPlugin({ forceEnable: true, exclude: [/[\\/](?:node_modules|refresh-shim)[\\/]/] }),
    ],
  };
}
