import { createHash, randomBytes } from 'node:crypto';
import { signatureBase, siteHeader, writeSignatureParameters } from '../../contracts/squad/signed-request.ts';
import type { SquadKey } from './squad-key.ts';

interface Unsigned {
  method: string;
  url: URL;
  /** `site.id` of the contract. */
  site: string;
  body?: Buffer | undefined;
}

/** The headers that make a request a signed one (RFC 9421, RFC 9530). Of each try others: a site takes none twice. */
export function signRequest(
  key: SquadKey,
  { method, url, site, body }: Unsigned,
  now: number = Date.now(),
): Record<string, string> {
  const nonce = randomBytes(18).toString('base64url');
  const parameters = writeSignatureParameters(
    { created: Math.floor(now / 1000), nonce, keyId: key.keyId },
    { hasBody: body !== undefined },
  );
  const digest = body && `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const base = signatureBase(
    {
      method,
      authority: url.host,
      path: url.pathname,
      query: url.search || '?',
      site,
      contentDigest: digest,
      contentLength: body && String(body.length),
    },
    parameters,
  );
  return {
    [siteHeader]: site,
    ...(digest && { 'Content-Digest': digest }),
    'Signature-Input': `sig=${parameters}`,
    Signature: `sig=:${key.sign(base)}:`,
  };
}
