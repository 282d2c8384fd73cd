import { describe, expect, it } from '@jest/globals';
import { createVisitorAddressReader } from './read-request.ts';

/** The members of a request that the reader uses. */
type Request = Parameters<ReturnType<typeof createVisitorAddressReader>>[0];

function addressOf(trustProxy: string, remoteAddress: string, forwarded?: string): string | null {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createVisitorAddressReader(trustProxy)({ headers, socket: { remoteAddress } } as Request);
}

describe('the address of a visitor', () => {
  it.each<[string, string, string, string | undefined, string | null]>([
    ['is that of the connection', '', '192.0.2.1', undefined, '192.0.2.1'],
    ['is plain where the socket hears both versions', '', '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['is not what a stranger says of themselves', '', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['is what a proxy on this machine says', '', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['is what a named proxy says', '10.0.0.0/8', '::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['is what a proxy of a named group says', 'uniquelocal', '172.31.250.4', '198.51.100.7', '198.51.100.7'],
    [
      'is the last one that a stranger could not write',
      '10.0.0.5',
      '10.0.0.5',
      '1.2.3.4, 198.51.100.7',
      '198.51.100.7',
    ],
    ['goes through several proxies', '10.0.0.5', '127.0.0.1', '198.51.100.7, 10.0.0.5', '198.51.100.7'],
    ['may be of version 6', 'fd00::/8', 'fd00::1', '2001:db8::7', '2001:db8::7'],
    ['is unknown when a proxy names nobody', '', '::1', undefined, null],
    ['is unknown when a proxy writes nonsense', '', '127.0.0.1', 'unknown', null],
  ])('%s', (_, trustProxy, remote, forwarded, expected) => {
    expect(addressOf(trustProxy, remote, forwarded)).toBe(expected);
  });

  it.each(['nonsense', '10.0.0.0/33', '10.0.0.0/', '::1/129'])('needs %s to be an address', (trustProxy) => {
    expect(() => createVisitorAddressReader(trustProxy)).toThrow(`TRUST_PROXY: "${trustProxy}" is no address`);
  });
});
