import { promisify } from 'node:util';
import { type Configuration, rspack } from '@rspack/core';
import { withFastRefresh } from 'kit/federation/development';
import { shellBrowserConfig } from '../../rspack.shell.ts';

/**
 * Builds the shell as remotes are developed in: with React's development build, which alone refreshes pages in place. It goes
 * into the tool, so that a squad develops in the shell that the site has, and needs no source of it.
 */
export async function buildDevelopmentShell(folder: string): Promise<void> {
  const config = withFastRefresh(shellBrowserConfig('development'), 'shell');
  const own: Configuration = { ...config, devtool: false, output: { ...config.output, path: folder } };
  const compiler = rspack(own);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(`The development shell cannot be built:\n${stats.toString('errors-only')}`);
}
