import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../server/command-error.ts';
import { resolveFrom, runNode } from '../run-command.ts';

/**
 * Checks a remote's types with its own `tsconfig.json`, or with that of the repository around it.
 * @throws CommandError with the output of the compiler.
 */
export function checkTypes(folder: string): void {
  const config = findTypeScriptConfig(folder);
  if (!config) throw new CommandError(`There is no tsconfig.json in ${folder} or in the repository around it.`, 1);
  // The package exports this file in every version, and not the compiler itself.
  const compiler = path.join(path.dirname(resolveFrom(folder, 'typescript/package.json')), 'bin/tsc');
  const { code, output } = runNode(compiler, ['--noEmit', '-p', config], { folder });
  if (code !== 0) throw new CommandError(`The types do not hold:\n${output}`, 1);
}

/** Finds the `tsconfig.json` of a folder: its own, or that of the repository around it. It does not look above the repository. */
export function findTypeScriptConfig(folder: string): string | undefined {
  const file = path.join(folder, 'tsconfig.json');
  if (existsSync(file)) return file;
  const above = path.dirname(folder);
  if (above === folder || existsSync(path.join(folder, '.git'))) return undefined;
  return findTypeScriptConfig(above);
}
