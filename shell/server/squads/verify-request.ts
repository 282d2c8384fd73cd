import { createHash, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestLimits } from 'kit/contracts/squad/limits';
import { parseSignatureInput, signatureBase, siteHeader } from 'kit/contracts/squad/signed-request';
import { type KeyRights, Keys, type ReleasePlatform } from '../../platform/index.ts';
import { readBody } from '../http/read-request.ts';
import { badRequest, digestRefusal, SquadRefusal } from './squad-refusal.ts';

interface Verifier {
  rights: ReleasePlatform['chain']['rights'];
  /** Null before the site has keys. */
  siteId: string | null;
  nonces: SeenNonces;
  /** Milliseconds since 1970. */
  now: number;
}

const { clockSkew } = requestLimits;

/**
 * Returns the key that signed a request (RFC 9421, the profile of kit/contracts/squad/signed-request). The key is
 * registered and valid, and the request was made for this site, now, and was not seen before. The call itself checks the
 * key's rights, and the body is compared with the signed digest as it is read.
 * @throws SquadRefusal 401, with what is wrong.
 */
export function verifyRequest(request: IncomingMessage, { rights, siteId, nonces, now }: Verifier): KeyRights.KnownKey {
  const hasBody = request.method === 'PUT' || request.method === 'POST';
  const given = readSignature(request, { hasBody });
  const key = findKey(rights, given.keyId, now);
  const site = headerOf(request, siteHeader);
  if (site !== siteId) {
    throw refusal('other-site', 'This request was signed for another site: read /_platform/contract.json anew.');
  }
  const base = signatureBase(partsOf(request, { hasBody, site }), given.all);
  if (!verify(null, Buffer.from(base), key.key, Buffer.from(given.signature, 'base64'))) {
    throw refusal(
      'bad-signature',
      `The signature does not hold: the private key is not that of ${key.name}, or something changed method, address (here it is ${headerOf(request, 'host')}), length or digest on the way.`,
    );
  }
  checkTime(given.created, now);
  const until = (given.created + clockSkew + 1) * 1000;
  const seen = nonces.take(key.keyId, given.nonce, { until, now });
  if (seen === 'replayed') throw refusal('replayed', 'This very request was taken already; sign a new one.');
  if (seen === 'full') {
    const answer = { status: 429, code: 'too-many-requests', retryAfter: clockSkew };
    throw new SquadRefusal(answer, `The key ${key.name} sent too many requests; wait some minutes.`);
  }
  return key;
}

export function siteIdOf(rights: ReleasePlatform['chain']['rights']): string | null {
  return rights.rootKey && Keys.keyIdOf(rights.rootKey);
}

function readSignature(request: IncomingMessage, { hasBody }: { hasBody: boolean }) {
  const [input, signature] = [headerOf(request, 'signature-input'), headerOf(request, 'signature')];
  if (input === '' && signature === '') {
    throw refusal(
      'unsigned',
      'This call takes a request that is signed by a key of this site (RFC 9421): use "npx @beaconfield/remote".',
    );
  }
  const parameters = parseSignatureInput(input, { hasBody });
  const value = /^sig=:(?<bytes>[A-Za-z0-9+/]{86}==):$/.exec(signature)?.groups?.bytes;
  if (parameters && value) return { ...parameters, signature: value };
  throw refusal(
    'bad-signature',
    'The signature is not written as this site takes it (docs/squads.md, "What happens on the wire"): use the newest "npx @beaconfield/remote".',
  );
}

function findKey(rights: Verifier['rights'], keyId: string, now: number): KeyRights.KnownKey {
  const key = rights.keyById(keyId);
  if (!key) {
    throw refusal(
      'unknown-key',
      `The key ${keyId} is not on the list of keys of this site: send its public half to the site's staff, who grant it.`,
    );
  }
  if (key.revoked) throw refusal('key-revoked', `The key ${key.name} was revoked at ${key.revoked}.`);
  if (key.expires !== null && now > Date.parse(key.expires)) {
    throw refusal(
      'key-expired',
      `The key ${key.name} ended at ${key.expires}: ask the site's staff for a new end date.`,
    );
  }
  return key;
}

function checkTime(created: number, now: number): void {
  if (Math.abs(created * 1000 - now) <= clockSkew * 1000) return;
  const at = (time: number) => new Date(time).toISOString();
  throw refusal(
    'clock',
    `The request says that it was signed at ${at(created * 1000)}, and here it is ${at(now)}: set your clock, and send it again.`,
  );
}

function partsOf(request: IncomingMessage, { hasBody, site }: { hasBody: boolean; site: string }) {
  const url = request.url ?? '';
  const end = url.indexOf('?');
  return {
    method: request.method ?? '',
    authority: headerOf(request, 'host'),
    path: end < 0 ? url : url.slice(0, end),
    query: end < 0 ? '?' : url.slice(end),
    site,
    ...(hasBody && {
      contentDigest: headerOf(request, 'content-digest'),
      contentLength: headerOf(request, 'content-length'),
    }),
  };
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

function refusal(code: string, message: string): SquadRefusal {
  return new SquadRefusal({ status: 401, code }, message);
}

/** Nonces that are kept for one key; a squad needs a few dozen. */
const maxPerKey = 5000;

/**
 * Remembers the nonces of signed requests until their signatures expire, so that no request is accepted twice. Only
 * requests with a valid signature get here, and the number per key is limited, so memory is bounded.
 */
export class SeenNonces {
  readonly #seen = new Map<string, Map<string, number>>();

  /** Returns `full` if this key has sent more requests than a squad needs. Times are in milliseconds since 1970. */
  take(keyId: string, nonce: string, { until, now }: { until: number; now: number }): 'new' | 'replayed' | 'full' {
    const ofKey = this.#seen.get(keyId) ?? new Map<string, number>();
    this.#seen.set(keyId, ofKey);
    if (ofKey.has(nonce)) return 'replayed';
    if (ofKey.size >= maxPerKey) forgetOld(ofKey, now);
    if (ofKey.size >= maxPerKey) return 'full';
    ofKey.set(nonce, until);
    return 'new';
  }
}

function forgetOld(ofKey: Map<string, number>, now: number): void {
  for (const [nonce, until] of ofKey) if (until < now) ofKey.delete(nonce);
}

/** The declared digest of a body (RFC 9530). */
export interface PromisedBody {
  digest: string;
  bytes: number;
}

/** Reads the headers of a body. @throws SquadRefusal before anything of a body that is too large is read. */
export function promisedBody(request: IncomingMessage, maxBytes: number): PromisedBody {
  const { 'content-length': length, 'content-digest': digest = '' } = request.headers;
  const promised = /^sha-256=:(?<value>[A-Za-z0-9+/]{43}=):$/.exec(String(digest))?.groups?.value;
  if (length === undefined || promised === undefined) {
    throw new SquadRefusal(
      { status: 411, code: 'no-length' },
      'This call takes a body with its Content-Length and its Content-Digest as sha-256.',
    );
  }
  const bytes = Number(length);
  if (bytes <= maxBytes) return { digest: promised, bytes };
  throw new SquadRefusal(
    { status: 413, code: 'too-large' },
    `This has ${megabytes(bytes)}; the site takes at most ${megabytes(maxBytes)}. Look for what does not belong into the build.`,
  );
}

/** Reads a signed JSON body. @throws SquadRefusal if it is too large, was changed, or is not JSON. */
export async function readSignedJson(request: IncomingMessage): Promise<unknown> {
  const { digest, bytes } = promisedBody(request, requestLimits.jsonBytes);
  const body = (await readBody(request, bytes)) ?? '';
  if (createHash('sha256').update(body).digest('base64') !== digest) throw digestRefusal();
  try {
    return JSON.parse(String(body));
  } catch (error) {
    throw badRequest('The body of this request is no JSON.', { cause: error });
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
