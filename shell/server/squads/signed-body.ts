import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestLimits } from 'kit/contracts/squad/limits';
import { readBody } from '../http/read-request.ts';
import { badRequest, digestRefusal, SquadRefusal } from './squad-refusal.ts';

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
