/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { isOrigin, remoteOriginsSchema } from './origins.ts';

describe('an origin that a remote may be granted', () => {
  it.each([
    'https://api.example',
    'https://api.careers.example:8443',
    'wss://live.example',
    'https://xn--mnchen-3ya.example',
    'https://203.0.113.7',
    'http://localhost:4000',
    'http://127.0.0.1:4000',
    'http://localhost',
  ])('is %s', (text) => expect(isOrigin(text)).toBe(true));

  it.each([
    ['another directive', "https://a.example; script-src 'unsafe-inline'"],
    ['another directive without blanks', 'https://a.example;script-src'],
    ['another header', 'https://a.example\r\nSet-Cookie: a=b'],
    ['a comma, which begins another policy', 'https://a.example,default-src'],
    ['a blank', 'https://a.example https://b.example'],
    ['a line break at its end', 'https://a.example\n'],
    ['a wildcard', 'https://*.example'],
    ['a wildcard alone', '*'],
    ['a wildcard port', 'https://a.example:*'],
    ['a scheme alone', 'https:'],
    ['a keyword', "'unsafe-eval'"],
    ['capitals', 'https://A.example'],
    ['a scheme in capitals', 'HTTPS://a.example'],
    ['a name and a password', 'https://user:secret@a.example'],
    ['letters that are not ASCII', 'https://münchen.example'],
    ['a default port', 'https://a.example:443'],
    ['a default port of sockets', 'wss://a.example:443'],
    ['a default port of development', 'http://localhost:80'],
    ['a port that there is not', 'https://a.example:65536'],
    ['a port with a zero before it', 'https://a.example:08443'],
    ['a slash', 'https://a.example/'],
    ['a path', 'https://a.example/api'],
    ['a query', 'https://a.example?a'],
    ['an anchor', 'https://a.example#a'],
    ['a dot at its end', 'https://a.example.'],
    ['an empty part', 'https://a..example'],
    ['a number that is an address', 'https://2130706433'],
    ['an address of IPv6', 'https://[::1]'],
    ['an escape', 'https://%61.example'],
    ['http', 'http://a.example'],
    ['another host that begins alike', 'http://localhost.example'],
    ['ws', 'ws://localhost:4000'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,a'],
    ['too much text', `https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(20)}`],
  ])('is not %s: %j', (_what, text) => expect(isOrigin(text)).toBe(false));
});

describe('what a release declares', () => {
  const isTaken = (origins: unknown) => remoteOriginsSchema.safeParse(origins).success;

  it('is lists by their use; sockets are for "connect" alone', () => {
    const page = ['https://a.example'];
    expect(isTaken({ connect: ['https://a.example', 'wss://a.example'], frame: page, media: page })).toBe(true);
    expect(isTaken({ frame: ['wss://a.example'] })).toBe(false);
    expect(isTaken({ media: ['wss://a.example'] })).toBe(false);
    expect(isTaken({ script: page })).toBe(false);
    expect(isTaken({ connect: [] })).toBe(false);
    expect(isTaken({ connect: Array.from({ length: 11 }, (_, index) => `https://a${index}.example`) })).toBe(false);
  });
});
