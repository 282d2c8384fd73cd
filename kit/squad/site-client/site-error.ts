import type { SquadProblem } from '../../contracts/squad/calls.ts';

/** A refusal of a site, or the reason why it could not be reached: whole sentences for people, a stable code for programs. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
  readonly code: string;
  /** HTTP status; null where there was no answer. */
  readonly status: number | null;
  /** Every broken rule, where the gate refused a release. */
  readonly findings: NonNullable<SquadProblem['findings']>;
  /** When the site may be asked again, in seconds, if it said so. */
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

/** Gives the system's reason why a request got no answer. The error of `fetch` says only that it failed. */
export function causeOf(error: unknown): string {
  const { message, code } = innermost(error);
  if (!/SELF_SIGNED|UNABLE_TO/.test(code)) return message;
  return `${message}; where its certificate is of an authority of your own, name that by NODE_EXTRA_CA_CERTS`;
}

/** Whether a request failed because of a certificate, so that another try would fail too. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO/.test(innermost(error).code);
}

function innermost(error: unknown): { message: string; code: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { message: cause instanceof Error ? cause.message : String(cause), code };
}
