/** The database does not answer, or not in time. Known to be over soon: whoever asked may come back. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly retryAfterSeconds = 5;

  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
  }
}
