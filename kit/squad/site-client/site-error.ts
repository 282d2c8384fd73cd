import type { SquadProblem } from '../../contracts/squad/calls.ts';

/** A site's refusal, or the reason why the site could not be reached: sentences for people, a stable code for programs. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
  readonly code: string;
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  /** Every broken rule, if the gate refused a release. */
  readonly findings: NonNullable<SquadProblem['findings']>;
  /** The site's Retry-After in seconds, or null. */
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

/** The system's reason for a request without an answer; the error of `fetch` only says that it failed. */
export function causeOf(error: unknown): string {
  const { message, code } = innermost(error);
  if (!/SELF_SIGNED|UNABLE_TO/.test(code)) return message;
  return `${message}; where its certificate is of an authority of your own, name that by NODE_EXTRA_CA_CERTS`;
}

/** True if the certificate is the reason, so that another attempt would fail too. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO/.test(innermost(error).code);
}

function innermost(error: unknown): { message: string; code: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { message: cause instanceof Error ? cause.message : String(cause), code };
}
