import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { earlyHeaders, sendEarlyHeaders } from './early-headers.ts';

/**
 * Answers plain objects as JSON by itself. Express would work out type, length, ETag and freshness anew for each answer,
 * and no answer of ours has an ETag.
 */
export class JsonAdapter extends ExpressAdapter {
  /** Most requests have no body: Node makes no stream for one that nobody reads, which was a twentieth of a look-up. */
  override initHttpServer(): void {
    const express = this.getInstance();
    sendEarlyHeaders(express.response);
    const options = {
      optimizeEmptyRequests: true,
      IncomingMessage: madeWith(IncomingMessage, express.request),
      ServerResponse: madeWith(ServerResponse, express.response),
    };
    this.httpServer = createServer(options, express);
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!isPlain(body) || response.hasHeader('Content-Type')) return super.reply(response, body, status);
    const text = JSON.stringify(body);
    if (status !== undefined) response.statusCode = status;
    const length = String(Buffer.byteLength(text));
    earlyHeaders(response).push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', length);
    return response.end(text);
  }
}

/** Node's class with Express's prototype, which Express would give to each object after it was made: engines do not like that. */
function madeWith<Base extends typeof IncomingMessage | typeof ServerResponse>(base: Base, prototype: object): Base {
  function Made(...given: unknown[]): object {
    return Reflect.construct(base, given, Made);
  }
  Made.prototype = prototype;
  return Made as unknown as Base; // It makes what the class makes.
}

/** Rows of the database, forms and lists; neither streams nor errors. */
function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype;
}
