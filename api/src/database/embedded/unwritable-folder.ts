import { describeUnwritable } from 'kit/server/unwritable-folder';
import { StartError } from '../../settings/start-error.ts';

/** What an error of the file system means for whoever started us. */
export function unwritableFolder(folder: string, error: unknown): StartError {
  return error instanceof StartError ? error : new StartError(describeUnwritable(folder, error));
}
