import type { NextFunction, Request, Response } from 'express';
import { ProblemError } from '../problems/problem-error.ts';
import type { Methods } from './methods.ts';

const kilobyte = 1024;

function limitOf(path: string): number {
  return path === '/api/exotic-car-intake' ? 256 * kilobyte : 100 * kilobyte;
}

const maxDepth = 8;
const maxMembers = 5000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the JSON body of a request into `request.body`. Not express.json: nesting is counted before JSON.parse (deep
 * arrays overflow class-transformer's stack), and each refusal says in our words what is wrong.
 */
export function jsonBody(methods: Methods) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (request.method !== 'POST') {
      next();
      return;
    }
    const limit = limitOf(request.path);
    const refusal = refuseByHeaders(request, limit);
    if (refusal) {
      // Where nothing takes a post, no body is right.
      next(methods.take(request) ? refusal : undefined);
      return;
    }
    readBytes(request, limit).then(
      (bytes) => {
        try {
          request.body = parseBody(bytes);
          next();
        } catch (error) {
          next(error);
        }
      },
      (error: unknown) => next(error),
    );
  };
}

function refuseByHeaders(request: Request, limit: number): ProblemError | undefined {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (!/^application\/(?:[a-z0-9.-]+\+)?json$/.test(type.trim())) return new ProblemError(415);
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    return new ProblemError(415, 'Please send the form as UTF-8.');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    return new ProblemError(415, 'Please send the form without compression (no Content-Encoding).');
  }
  return Number(request.headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined;
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError(413, `The form is too large: at most ${limit / 1024} kB can be sent.`);
}

function readBytes(request: Request, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      // What still comes is thrown away: a connection that ended here would lose the answer for who is still sending.
      chunks = [];
      reject(tooLarge(limit));
    });
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', () => reject(new ProblemError(400, 'The request ended before all of it had arrived.')));
  });
}

/** The JSON object in the bytes of a body. Throws a {@link ProblemError} that says what is wrong. */
export function parseBody(bytes: Buffer): object {
  if (bytes.length === 0) throw new ProblemError(400, 'The request is empty: please send the form as a JSON object.');
  const text = decode(bytes);
  checkShape(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProblemError(400, 'The request is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProblemError(400, 'The request must be a JSON object.');
  }
  refuseReservedNames(value);
  return value;
}

/** class-transformer leaves these out without a word, and what nobody takes is refused by name. */
const reservedNames = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

function refuseReservedNames(value: object): void {
  for (const [name, member] of Object.entries(value)) {
    if (reservedNames.has(name)) throw new ProblemError(400, `"${name}" is not known here.`);
    if (typeof member === 'object' && member !== null) refuseReservedNames(member);
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProblemError(400, 'The request is not valid UTF-8.');
  }
}

/** Counts nesting and members outside of strings. */
function checkShape(text: string): void {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
    else if (code === 0x2c) members++;
    if (depth > maxDepth) throw new ProblemError(400, `The request is nested too deeply: at most ${maxDepth} levels.`);
    if (members > maxMembers) throw new ProblemError(400, 'The request has too many fields.');
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
  return at;
}
