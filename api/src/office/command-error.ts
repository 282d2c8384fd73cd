/** A command was called wrongly or found nothing: one sentence and an exit code for scripts. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: 1 | 2 | 3 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
