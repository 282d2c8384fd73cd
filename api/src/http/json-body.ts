import { isUtf8 } from 'node:buffer';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import type { Observable } from 'rxjs';
import { ProblemError } from '../problems/problem-error.ts';
import { validationProblem } from '../validation/form-validation.ts';

/** In bytes, and in members of objects and lists together. */
interface Limit {
  bytes: number;
  members: number;
}

const kilobyte = 1024;
const formLimit: Limit = { bytes: 100 * kilobyte, members: 100 };
/** An intake with 50 vehicles of 20 photos each has 1,529 members. */
const intakeLimit: Limit = { bytes: 256 * kilobyte, members: 1600 };
const maxDepth = 8;

const parserOf = (limit: Limit) =>
  express.json({
    limit: limit.bytes,
    inflate: false,
    strict: false,
    type: () => true,
    verify: (_request, _response, bytes) => checkBytes(bytes),
  });
const parsers = new Map([formLimit, intakeLimit].map((limit) => [limit, parserOf(limit)]));

/**
 * Reads the JSON body of a post into `request.body` after the guards have passed. It checks the length itself, because
 * `express.json` reads the rest of a body over the limit before it refuses it.
 */
@Injectable()
export class JsonBody implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.method === 'POST') await readBody(request, http.getResponse<Response>());
    return next.handle();
  }
}

async function readBody(request: Request, response: Response): Promise<void> {
  // Express knows the route also by an address in capitals, or with a slash at its end.
  const limit = request.route?.path === '/api/exotic-car-intake' ? intakeLimit : formLimit;
  const refusal = refuseByHeaders(request, limit);
  if (refusal) throw refusal;
  // express.json refuses names of UTF-8 that were accepted here, such as utf8.
  request.headers['content-type'] = 'application/json';
  await new Promise<void>((resolve, reject) => {
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit.bytes) reject(tooLarge(limit));
    });
    parsers.get(limit)?.(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(problemOf(error));
    });
  });
  checkValue(request.body, limit);
}

/** Errors of express.json have a `type`. Errors of {@link checkBytes} are problems already. */
function problemOf(error: unknown): unknown {
  if (error instanceof ProblemError || typeof error !== 'object' || error === null || !('type' in error)) return error;
  switch (error.type) {
    case 'entity.parse.failed':
      return new ProblemError(400, 'The request is not valid JSON.');
    case 'request.aborted':
    case 'request.size.invalid':
      return new ProblemError(400, 'The request ended before all of it had arrived.');
    default:
      return error;
  }
}

function refuseByHeaders(request: Request, limit: Limit): ProblemError | undefined {
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
  return Number(request.headers['content-length'] ?? 0) > limit.bytes ? tooLarge(limit) : undefined;
}

function tooLarge({ bytes }: Limit): ProblemError {
  return new ProblemError(413, `The form is too large: at most ${bytes / kilobyte} kB can be sent.`);
}

function checkBytes(bytes: Buffer): void {
  if (bytes.length === 0) throw emptyBody();
  if (!isUtf8(bytes)) throw new ProblemError(400, 'The request is not valid UTF-8.');
}

/** express.json ignores a request without a length, which has no body. */
function checkValue(value: unknown, limit: Limit): void {
  if (value === undefined) throw emptyBody();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProblemError(400, 'The request must be a JSON object.');
  }
  checkMembers(value, limit);
}

function emptyBody(): ProblemError {
  return new ProblemError(400, 'The request is empty: please send the form as a JSON object.');
}

/** class-transformer silently drops these names, but unknown members must be refused by name. */
const reservedNames = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** Deep nesting overflows class-transformer's stack. */
function checkMembers(value: object, limit: Limit, path: string[] = [], count = { members: 0 }): void {
  if (path.length >= maxDepth)
    throw new ProblemError(400, `The request is nested too deeply: at most ${maxDepth} levels.`);
  for (const [name, member] of Object.entries(value)) {
    count.members += 1;
    if (count.members > limit.members) throw new ProblemError(400, 'The request has too many fields.');
    const here = [...path, name];
    if (reservedNames.has(name)) {
      throw validationProblem([{ field: here.join('.'), message: `"${name}" is not known here.` }]);
    }
    if (typeof member === 'object' && member !== null) checkMembers(member, limit, here, count);
  }
}
