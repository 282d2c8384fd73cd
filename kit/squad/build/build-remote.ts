import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { defineRemote, withAdditions } from '../../federation/rspack-remote.ts';
import { CommandError } from '../../server/command-error.ts';

/**
 * Builds a remote: browser bundle, server bundle and `dist/build.json`.
 * @returns the output folder.
 * @throws CommandError with the output of the compiler.
 */
export async function buildRemote(folder: string): Promise<string> {
  if (!existsSync(path.join(folder, 'src/remote.ts'))) {
    throw new CommandError(`There is no src/remote.ts in ${folder}: run this in the folder of a remote.`);
  }
  const before = process.env.NODE_ENV;
  // Some plugins read NODE_ENV and ignore the mode.
  process.env.NODE_ENV = 'production';
  const compiler = rspack(await Promise.all(defineRemote({ folder }).map((config) => withAdditions(folder, config))));
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (before === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = before;
  if (!stats || stats.hasErrors()) {
    throw new CommandError(
      `The build failed:\n${stats?.toString({ preset: 'errors-only', colors: false }) ?? ''}`.trim(),
      1,
    );
  }
  return path.join(folder, 'dist');
}
