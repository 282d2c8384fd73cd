import { CommandError } from '../../server/command-error.ts';
import { resolveFrom, runNode } from '../run-command.ts';

/**
 * Checks the types of a remote by its own `tsconfig.json`.
 *
 * @throws CommandError with the compiler's own words.
 */
export async function checkTypes(folder: string): Promise<void> {
  const { code, said } = await runNode(resolveFrom(folder, 'typescript/lib/tsc.js'), ['--noEmit', '-p', '.'], {
    folder,
  });
  if (code !== 0) throw new CommandError(`The types do not hold:\n${said}`, 1);
}
