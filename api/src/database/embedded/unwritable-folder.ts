import { StartError } from '../../settings/start-error.ts';

/** What an error of the file system means for whoever started us. */
export function unwritableFolder(folder: string, error: unknown): StartError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return new StartError(
    `The data folder ${folder} cannot be written (${code}): give this user the right to write there, or set DATA_DIR to another folder.`,
  );
}
