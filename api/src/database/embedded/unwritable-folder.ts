import { describeUnwritable } from 'kit/server/unwritable-folder';
import { StartError } from '../../settings/start-error.ts';

/** Explains a file system error to the person who started the program. */
export function unwritableFolder(folder: string, error: unknown): StartError {
  return error instanceof StartError ? error : new StartError(describeUnwritable(folder, error));
}
