import type { NextFunction, Request, Response } from 'express';

type Handler = (request: Request, response: Response, next: NextFunction) => void;

/**
 * Several handlers as one: for each that is registered by itself Express matches and cuts the path again, which together
 * was a twentieth of a look-up. One that refuses (`next(error)`) is the last.
 */
export function inTurn(...handlers: readonly Handler[]): Handler {
  return (request, response, next) => {
    let at = 0;
    const go = (error?: unknown): void => {
      const handler = error === undefined || error === null ? handlers[at++] : undefined;
      if (handler === undefined) {
        next(error);
        return;
      }
      try {
        handler(request, response, go);
      } catch (thrown) {
        // As Express does: after one that waited for something, nobody else would catch it.
        next(thrown);
      }
    };
    go();
  };
}
