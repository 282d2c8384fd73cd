import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

/**
 * Answers plain objects as JSON by itself. Express would work out type, length, ETag and freshness anew for each answer,
 * and no answer of ours has an ETag.
 */
export class JsonAdapter extends ExpressAdapter {
  /** Most requests have no body: Node makes no stream for one that nobody reads, which was a twentieth of a look-up. */
  override initHttpServer(): void {
    this.httpServer = createServer({ optimizeEmptyRequests: true }, this.getInstance());
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!isPlain(body) || response.hasHeader('Content-Type')) return super.reply(response, body, status);
    const text = JSON.stringify(body);
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }
}

/** Rows of the database, forms and lists; neither streams nor errors. */
function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype;
}
