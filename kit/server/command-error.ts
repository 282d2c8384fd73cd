const codes = { 1: 'failed', 2: 'usage', 3: 'not-found' } as const;

/** A command that was called wrongly, found nothing or failed: one sentence and an exit code for scripts. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: keyof typeof codes;
  readonly code: string;

  constructor(message: string, exitCode: keyof typeof codes = 2) {
    super(message);
    this.exitCode = exitCode;
    this.code = codes[exitCode];
  }
}
