import { describe, expect, it } from '@jest/globals';
import { isPrivate } from './public-address.ts';

describe('isPrivate', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.1', '192.168.1.1'],
    ...['192.0.2.1', '198.18.0.1', '198.19.255.255', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::ffff:10.0.0.1', 'fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2001::1', '2002:7f00:1::', '2001:db8::1'],
  ])('is true for %s', (address) => {
    expect(isPrivate(address)).toBe(true);
  });

  it.each(['8.8.8.8', '198.17.255.255', '198.20.0.1', '::ffff:8.8.8.8', '2606:4700::1111'])(
    'is false for %s',
    (address) => {
      expect(isPrivate(address)).toBe(false);
    },
  );
});
