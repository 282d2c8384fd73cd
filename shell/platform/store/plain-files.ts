import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileErrorCode } from '../file-error-code.ts';

/** Records, revisions and reports stay far below it, in bytes. */
export const mostRecordBytes = 5_000_000;

/**
 * Reads a file of the store. What somebody put there instead is not followed or waited for: a link could lead anywhere,
 * a pipe never ends, a huge file would not fit into memory. Throws the file system's own error when there is none.
 */
export async function readPlainFile(path: string, mostBytes: number): Promise<Buffer> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => {
    throw fileErrorCode(error) === 'ELOOP' ? new NotPlainError('it is a link') : error;
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new NotPlainError('it is no plain file');
    if (found.size > mostBytes) throw new NotPlainError(`it is too large (${found.size} bytes, at most ${mostBytes})`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

export class NotPlainError extends Error {
  override readonly name = 'NotPlainError';
}
