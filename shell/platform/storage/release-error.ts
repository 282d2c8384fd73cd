export type ReleaseErrorCode =
  | 'bad-name'
  | 'build-output'
  | 'frozen'
  | 'gate'
  | 'keys'
  | 'nothing-to-do'
  | 'path-in-use'
  | 'release-damaged'
  | 'release-missing'
  | 'revision-refused'
  | 'revision-taken'
  | 'right'
  | 'shell-kind'
  | 'store-away'
  | 'store-credentials'
  | 'store-unfit'
  | 'store-unreadable'
  | 'store-unwritable'
  | 'untrusted'
  | 'write-unknown';

/** An error for people. The message is a whole sentence that names the object and says what to do. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError';
  readonly code: ReleaseErrorCode;

  constructor(code: ReleaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function fileErrorCode(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}
