import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { contentTypeOf } from 'kit/server/content-type';
import { isUnchanged, respond, respondWithProblem } from '../http/respond.ts';
import { compressedFile } from './compression.ts';
import { EncodedBody } from './encoded-body.ts';

/**
 * The files below one folder. They are listed once, so that no request can name a path outside. A body is read at its first
 * request and cached.
 */
export class FileSet {
  readonly #files: ReadonlyMap<string, string>;
  readonly #bodies = new Map<string, Promise<EncodedBody>>();

  constructor(folder: string) {
    this.#files = new Map(
      listFiles(folder).map((file) => [path.relative(folder, file).split(path.sep).join('/'), file]),
    );
  }

  /** The body of a file by its path relative to the folder; undefined if there is none. The brotli form of another file is none. */
  get(name: string): Promise<EncodedBody> | undefined {
    const known = this.#bodies.get(name);
    if (known) return known;
    const file = this.#files.get(name);
    if (!file || [...this.#files.keys()].some((other) => compressedFile(other) === name)) return undefined;
    const body = this.#read(name, file);
    body.catch(() => this.#bodies.delete(name));
    this.#bodies.set(name, body);
    return body;
  }

  async #read(name: string, file: string): Promise<EncodedBody> {
    const compressed = this.#files.get(compressedFile(name));
    const brotli = compressed ? await readFile(compressed) : null;
    return new EncodedBody(await readFile(file), contentTypeOf(file), { brotli });
  }
}

function listFiles(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : [];
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** For files whose name or folder changes with their content. */
export const immutable = 'public, max-age=31536000, immutable';
export const shortLived = 'public, max-age=3600';

/** Sends a file or the range of it that is asked for, 304 if the visitor has it, or a 404 problem. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: EncodedBody | undefined | Promise<EncodedBody | undefined>,
  cacheControl: string,
): Promise<void> {
  const body = await file;
  if (!body) {
    respondWithProblem(request, response, {
      status: 404,
      message: 'There is no file at this address.',
    });
    return;
  }
  const variant = await body.variantFor(request.headers['accept-encoding']);
  const headers = { ...variant.headers, 'Cache-Control': cacheControl };
  if (isUnchanged(request, variant.headers.ETag ?? '')) {
    response.writeHead(304, headers).end();
    return;
  }
  sendRange(request, response, headers, variant.body);
}

/**
 * Answers with one range of bytes (RFC 9110, section 14), without which Safari plays neither sound nor video. Text, which is
 * compressed, several ranges, and a file that has changed since the first part (`If-Range`) are sent whole.
 */
function sendRange(
  request: IncomingMessage,
  response: ServerResponse,
  whole: Record<string, string>,
  body: Buffer,
): void {
  // The compressed forms of a text are other bytes, and share a weak validator.
  const hasRanges = !whole.ETag?.startsWith('W/');
  const headers = hasRanges ? { ...whole, 'Accept-Ranges': 'bytes' } : whole;
  const range = hasRanges ? requestedRange(request, whole.ETag, body.length) : null;
  if (!range) {
    respond(request, response, { status: 200, headers, body });
  } else if (range.first >= body.length) {
    response.setHeader('Content-Range', `bytes */${body.length}`);
    const message = `The file has ${body.length} bytes.`;
    respondWithProblem(request, response, { status: 416, message });
  } else {
    const { first, last } = range;
    const ofPart = { ...headers, 'Content-Range': `bytes ${first}-${last}/${body.length}` };
    respond(request, response, { status: 206, headers: ofPart, body: body.subarray(first, last + 1) });
  }
}

/** Null for a request that takes the whole file. A range that begins behind the end of the file holds no byte of it. */
function requestedRange(
  { method, headers }: IncomingMessage,
  etag: string | undefined,
  length: number,
): { first: number; last: number } | null {
  const { range = '', 'if-range': known = etag } = headers;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (method !== 'GET' || known !== etag || from + to === '') return null;
  if (from === '') return { first: Math.max(0, length - Number(to)), last: length - 1 };
  if (to !== '' && Number(to) < Number(from)) return null;
  return { first: Number(from), last: to === '' ? length - 1 : Math.min(Number(to), length - 1) };
}
