const remedies: Record<string, string> = {
  ENOSPC: 'its disk is full: free some space',
  EDQUOT: 'the quota of this user is used up: free some space',
  EROFS: 'it lies on a file system that is mounted read-only: have that mounted for writing',
  EEXIST: 'a file is where the folder should be: move that file away',
  ENOTDIR: 'a file is where a folder should be: move that file away',
  ERR_FS_EISDIR: 'a folder is where the file of its lock should be: move that folder away',
  ENOENT: 'no folder can be made there: correct the path',
};

/** Explains a file system error about the data folder in one sentence, for the person who started the program. */
export function describeUnwritable(folder: string, error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
  const remedy = remedies[code] ?? 'give this user the right to write there';
  return `The data folder ${folder} cannot be written (${code}): ${remedy}, or name another by DATA_DIR.`;
}
