import type { SquadProblem } from '../../contracts/squad/calls.ts';

interface SiteErrorOptions extends ErrorOptions {
  /** The HTTP status; null without an answer. */
  status?: number | null;
  /** Every broken rule, if the gate refused a release. */
  findings?: SquadProblem['findings'];
  /** The site's Retry-After in seconds, or null. */
  retryAfter?: number | null;
}

/** A site's refusal, or the reason why the site could not be reached: sentences for people, a stable code for programs. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
  readonly code: string;
  readonly status: number | null;
  readonly findings: NonNullable<SquadProblem['findings']>;
  readonly retryAfter: number | null;

  constructor(code: string, message: string, options: SiteErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status ?? null;
    this.findings = options.findings ?? [];
    this.retryAfter = options.retryAfter ?? null;
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
