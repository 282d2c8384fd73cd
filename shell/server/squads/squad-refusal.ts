import type { ServerResponse } from 'node:http';

export interface RefusalWords {
  status: number;
  code: string;
  /** Seconds until a retry. */
  retryAfter?: number;
}

/** A refused call: one sentence that names what is wrong, and a stable code. */
export class SquadRefusal extends Error {
  override readonly name = 'SquadRefusal';
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number | undefined;

  constructor({ status, code, retryAfter }: RefusalWords, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** In milliseconds; a refused sender has this long to read the answer. */
const lingering = 1000;

/** Reads and discards what is still being sent for a moment, because closing the connection would lose the answer. */
export function closeAfterAnswer(response: ServerResponse): void {
  const { req: request } = response;
  response.setHeader('Connection', 'close');
  response.once('finish', () => {
    request.resume();
    setTimeout(() => request.destroy(), lingering).unref();
  });
}
