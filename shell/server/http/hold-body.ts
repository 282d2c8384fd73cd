import type { IncomingMessage } from 'node:http';

/** The API takes no larger form (256 kB); what is larger goes on as it comes, since the API refuses it at once. */
const mostOfOne = 320 * 1024;

/** Of all bodies that are held at one time, in bytes. */
const mostOfAll = 64 * 1024 * 1024;

let heldBytes = 0;

/**
 * Reads the body of a request until it is whole or larger than any form, so that whoever sends slowly costs memory, which
 * is bounded, and no connection. Gives what was read; the rest, if any, can still be piped. `gone`: the sender went
 * away. `full`: too many send slowly at this moment.
 */
export function holdBody(request: IncomingMessage): Promise<Buffer | 'gone' | 'full'> {
  if (request.destroyed) return Promise.resolve('gone');
  const parts: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const settle = (outcome: Buffer | 'gone' | 'full') => {
      heldBytes -= length;
      request.pause();
      for (const [event, listener] of Object.entries(listeners)) request.off(event, listener);
      resolve(outcome);
    };
    const listeners = {
      data: (part: Buffer) => {
        if (heldBytes + part.length > mostOfAll) return settle('full');
        parts.push(part);
        length += part.length;
        heldBytes += part.length;
        if (length > mostOfOne) settle(Buffer.concat(parts));
      },
      end: () => settle(Buffer.concat(parts)),
      close: () => settle('gone'),
    };
    for (const [event, listener] of Object.entries(listeners)) request.on(event, listener);
  });
}
