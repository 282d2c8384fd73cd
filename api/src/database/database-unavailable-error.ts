/** The database does not answer in time. It is temporary, so the client may retry. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly retryAfterSeconds = 5;

  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
  }
}
