import { fileErrorCode } from '../file-error-code.ts';
import { messageOf } from '../message-of.ts';
import { ReleaseError } from '../release-error.ts';

const reasons: Record<string, string> = {
  ENOENT: 'its folder is not there and cannot be made',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there, or its file system has no hard links',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENOTSUP: 'its file system has no hard links',
};

/** Runs a write; a file system's refusal becomes one sentence for people. */
export async function asUnwritable<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const code = fileErrorCode(error);
    if (!code) throw error;
    const reason = reasons[code] ?? messageOf(error);
    throw new ReleaseError(
      'store-unwritable',
      `The release store cannot be written at ${path}: ${reason} (${code}). Make it writable or point DATA_DIR elsewhere.`,
      { cause: error },
    );
  }
}
