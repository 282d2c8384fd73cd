import type { SquadProblem } from '../../contracts/squad/calls.ts';

/** What a site refused, or why it could not be asked: whole sentences for people, a stable code for programs. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
  readonly code: string;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Every broken rule, of a refusal by the gate. */
  readonly findings: NonNullable<SquadProblem['findings']>;
  /** In seconds: when it may go better, if the site said so. */
  readonly retryAfter: number | null;

  constructor(
    code: string,
    message: string,
    {
      status = null,
      findings = [],
      retryAfter = null,
      ...options
    }: ErrorOptions & {
      status?: number | null;
      findings?: NonNullable<SquadProblem['findings']> | undefined;
      retryAfter?: number | null;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.findings = findings;
    this.retryAfter = retryAfter;
  }
}
