import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { isUnchanged } from './respond.ts';

function buildRequest(ifNoneMatch: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'if-none-match': ifNoneMatch };
  return request;
}

describe('what a client has', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', 'W/"b",W/"a"', '*'])('is unchanged for If-None-Match: %s', (header) => {
    expect(isUnchanged(buildRequest(header), '"a"')).toBe(true);
    expect(isUnchanged(buildRequest(header), 'W/"a"')).toBe(true);
  });

  it.each(['"b"', 'W/"b"', 'a', ''])('is another for If-None-Match: %s', (header) => {
    expect(isUnchanged(buildRequest(header), '"a"')).toBe(false);
  });
});
