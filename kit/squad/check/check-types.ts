import { CommandError } from '../../server/command-error.ts';
import { resolveFrom, runNode } from '../run-command.ts';
import { findTypes } from './find-types.ts';

/**
 * Checks the types of a remote by its `tsconfig.json`, or by that of the repository around it.
 *
 * @throws CommandError with the compiler's own words.
 */
export async function checkTypes(folder: string): Promise<void> {
  const config = findTypes(folder);
  if (!config) throw new CommandError(`There is no tsconfig.json in ${folder} or in the repository around it.`, 1);
  const compiler = resolveFrom(folder, 'typescript/lib/tsc.js');
  const { code, said } = await runNode(compiler, ['--noEmit', '-p', config], { folder });
  if (code !== 0) throw new CommandError(`The types do not hold:\n${said}`, 1);
}
