/** Says which site a request is for: its value is `site.id` of the contract. */
export const siteHeader = 'platform-site';

/** What is signed of a request without a body, and of one with a body, in this order. */
export const signedComponents = {
  bare: ['@method', '@authority', '@path', '@query', siteHeader],
  withBody: ['@method', '@authority', '@path', '@query', siteHeader, 'content-digest', 'content-length'],
} as const;

/** Tells a signature for these calls from any other that a key may make (RFC 9421, section 2.3). */
export const signatureTag = 'beaconfield-squad-1';

/** The parameters of a signature. */
export interface SignatureParameters {
  /** Seconds since 1970. */
  created: number;
  nonce: string;
  keyId: string;
}

/** The parts of a request that signatures are over; the last two are absent where there is no body. */
export interface SignedParts {
  method: string;
  /** Host and port as the request names them, without the port that the scheme has anyway. */
  authority: string;
  path: string;
  /** From the question mark on; `?` alone where there is none. */
  query: string;
  site: string;
  contentDigest?: string | undefined;
  contentLength?: string | undefined;
}

/** The value of `Signature-Input` behind `sig=`. */
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
 * Reads `Signature-Input`. One profile is taken and nothing else, so that there is nothing to choose for an attacker: null
 * for any other order, algorithm or list of components.
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

/** The signature base (RFC 9421, section 2.5): what the key signs. */
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

/** What a key signs of a revision of the composition, by the SHA-256 of its entry in hex. */
export function revisionSigningText(sha256: string): string {
  return `release platform, composition 1\n${sha256}`;
}
