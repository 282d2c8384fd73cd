/** Why a request got no answer, in the words of the system: `fetch` itself says that it failed. */
export function causeOf(error: unknown): string {
  const { words, code } = innermost(error);
  if (!/SELF_SIGNED|UNABLE_TO/.test(code)) return words;
  return `${words}; where its certificate is of an authority of your own, name that by NODE_EXTRA_CA_CERTS`;
}

/** Asking again changes nothing about it. */
export function isOfCertificate(error: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO/.test(innermost(error).code);
}

function innermost(error: unknown): { words: string; code: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { words: cause instanceof Error ? cause.message : String(cause), code };
}
