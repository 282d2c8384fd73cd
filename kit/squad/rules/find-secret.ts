import path from 'node:path';

// Everything in a release can be read by whoever visits the site, or by staff.

const secretFiles = /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|id_(?:rsa|ed25519|ecdsa)|.+\.(?:pem|key|p12|pfx))$/i;

/** Formats whose makers say that a match is a secret. Keys that are made for browsers, such as those of maps, are none. */
const formats: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\s|\\r|\\n)*[A-Za-z0-9+/]{40}/],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})\b/],
  ['a token of GitLab', /\bglpat-[\w-]{20,}/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{20,}/],
  ['a secret key of Stripe', /\b[rs]k_live_[A-Za-z0-9]{24,}/],
  ['a secret key of OpenAI', /\bsk-proj-[\w-]{40,}/],
  ['a secret key of Anthropic', /\bsk-ant-[\w-]{40,}/],
];

/** What a file of a release holds that nobody but the squad may read, for the end of a sentence; null if there is nothing. */
export function findSecret(file: string, content: Buffer): string | null {
  const name = path.basename(file);
  if (secretFiles.test(name)) return `a file "${name}", which is where secrets are kept`;
  const text = content.toString('latin1');
  return formats.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
