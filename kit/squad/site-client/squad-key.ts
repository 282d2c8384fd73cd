import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { signatureBase, siteHeader, writeSignatureParameters } from '../../contracts/squad/signed-request.ts';
import { SiteError } from './site-error.ts';

/** The private key of a squad. It never leaves the squad's machine. */
export type SquadKey = ReturnType<typeof readSquadKey>;

/**
 * Reads a private key in PEM, on one line or on several.
 * @param subject what holds it, as the refusal begins
 * @throws SiteError `key` that says what is wrong.
 */
export function readSquadKey(pem: string, subject = 'This') {
  const privateKey = parse(pem, subject);
  const publicKey = createPublicKey(privateKey);
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
  return {
    /** The first 16 hex digits of the SHA-256 of the public key, as the site lists it. */
    keyId,
    /** PEM; the site's staff add it. */
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /** Ed25519, base64. */
    sign: (text: string): string => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

export function makeSquadKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Variables of a CI hold one line, in which the line breaks have become blanks or are written as `\\n`. */
function withLines(pem: string): string {
  const [, kind = '', body = ''] = /-----BEGIN ([A-Z ]+)-----(.*?)-----END/s.exec(pem) ?? [];
  if (body === '') return pem;
  return `-----BEGIN ${kind}-----\n${body.replaceAll(/\\[rn]|\s/g, '')}\n-----END ${kind}-----\n`;
}

function parse(pem: string, subject: string): KeyObject {
  if (pem.includes('PUBLIC KEY')) {
    throw new SiteError(
      'key',
      `${subject} is the public half of a key: what signs is the private key, which the squad keeps.`,
    );
  }
  try {
    const key = createPrivateKey(withLines(pem));
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is of the kind ${key.asymmetricKeyType}`);
    return key;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new SiteError('key', `${subject} is no Ed25519 private key in PEM: ${cause}.`, { cause: error });
  }
}

interface UnsignedRequest {
  method: string;
  url: URL;
  /** `site.id` of the contract. */
  site: string;
  body?: Buffer | undefined;
}

/**
 * The headers that sign a request (RFC 9421, RFC 9530). Each attempt needs new ones, because a site accepts a signature once.
 */
export function signRequest(
  key: SquadKey,
  { method, url, site, body }: UnsignedRequest,
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
