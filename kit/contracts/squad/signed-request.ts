/** The header that names the site of a request; its value is `site.id` of the contract. */
export const siteHeader = 'platform-site';

/** The signed components of a request without and with a body, in this order. */
export const signedComponents = {
  bare: ['@method', '@authority', '@path', '@query', siteHeader],
  withBody: ['@method', '@authority', '@path', '@query', siteHeader, 'content-digest', 'content-length'],
} as const;

/** Separates these signatures from any other that the same key makes (RFC 9421, section 2.3). */
export const signatureTag = 'beaconfield-squad-1';

export interface SignatureParameters {
  /** Seconds since 1970. */
  created: number;
  nonce: string;
  keyId: string;
}

/** The parts of a request that signatures cover; without a body the last two are absent. */
export interface SignedParts {
  method: string;
  /** Host and port as the request names them, without the scheme's default port. */
  authority: string;
  path: string;
  /** The query with its question mark; `?` without a query. */
  query: string;
  site: string;
  contentDigest?: string | undefined;
  contentLength?: string | undefined;
}

/** The value of `Signature-Input` after `sig=`. */
export function writeSignatureParameters(
  { created, nonce, keyId }: SignatureParameters,
  { hasBody }: { hasBody: boolean },
): string {
  const components = hasBody ? signedComponents.withBody : signedComponents.bare;
  const covered = components.map((name) => `"${name}"`).join(' ');
  return `(${covered});created=${created};nonce="${nonce}";keyid="${keyId}";alg="ed25519";tag="${signatureTag}"`;
}

const inputPattern =
  /^sig=(?<all>\((?<covered>[^()]*)\);created=(?<created>\d{1,12});nonce="(?<nonce>[\w-]{16,64})";keyid="(?<keyId>[0-9a-f]{16})";alg="ed25519";tag="(?<tag>[\w-]{1,40})")$/;

/**
 * Reads `Signature-Input`.
 * @returns null for any other order, algorithm or list of components: accepting only one profile leaves an attacker nothing
 * to choose.
 */
export function parseSignatureInput(
  input: string,
  { hasBody }: { hasBody: boolean },
): (SignatureParameters & { all: string }) | null {
  const { all = '', created = '', nonce = '', keyId = '', tag } = inputPattern.exec(input)?.groups ?? {};
  const parameters = { created: Number(created), nonce, keyId };
  return tag === signatureTag && all === writeSignatureParameters(parameters, { hasBody })
    ? { ...parameters, all }
    : null;
}

/** The signature base (RFC 9421, section 2.5), which the key signs. */
export function signatureBase(
  { method, authority, path, query, site, contentDigest, contentLength }: SignedParts,
  parameters: string,
): string {
  const hasBody = contentDigest !== undefined;
  const lines = [
    `"@method": ${method}`,
    `"@authority": ${authority.toLowerCase()}`,
    `"@path": ${path}`,
    `"@query": ${query}`,
    `"${siteHeader}": ${site}`,
    ...(hasBody ? [`"content-digest": ${contentDigest}`, `"content-length": ${contentLength}`] : []),
    `"@signature-params": ${parameters}`,
  ];
  return lines.join('\n');
}

/** The text that a key signs to approve a revision: it holds the SHA-256 of the revision's entry in hex. */
export function revisionSigningText(sha256: string): string {
  return `release platform, composition 1\n${sha256}`;
}
