import { describe, expect, it } from '@jest/globals';
import type { NextFunction, Request, Response } from 'express';
import { inTurn } from './in-turn.ts';

const [request, response] = [{} as Request, {} as Response]; // The handlers here look at neither.

type Handler = (request: Request, response: Response, next: NextFunction) => void;

/** What was called, and what came out at the end. */
function run(...handlers: Handler[]): Promise<unknown> {
  return new Promise((resolve) => inTurn(...handlers)(request, response, resolve));
}

describe('handlers in turn', () => {
  const pass: Handler = (_request, _response, next) => next();
  const wait: Handler = (_request, _response, next) => setImmediate(next);
  const never: Handler = () => {
    throw new Error('called after a refusal');
  };

  it('are called one after the other, also when one waits', async () => {
    const called: string[] = [];
    const note = (name: string): Handler => {
      return (_request, _response, next) => {
        called.push(name);
        next();
      };
    };
    expect(await run(note('one'), wait, note('two'), pass)).toBeUndefined();
    expect(called).toEqual(['one', 'two']);
  });

  it('end with the first that refuses', async () => {
    const refusal = new Error('refused');
    expect(await run(pass, (_request, _response, next) => next(refusal), never)).toBe(refusal);
  });

  it.each([
    ['at once', pass],
    ['after one that waited', wait],
  ])('hand on what one of them throws %s', async (_when, before) => {
    const fault = new Error('a fault of ours');
    const throwing: Handler = () => {
      throw fault;
    };
    expect(await run(before, throwing, never)).toBe(fault);
  });
});
