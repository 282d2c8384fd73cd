/** @jest-environment node */
import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { isPrivate, publicLookup } from './public-address.ts';

describe('a private address', () => {
  it.each([
    ['of this host', '0.0.0.0'],
    ['of this network', '0.1.2.3'],
    ['of a house', '10.1.2.3'],
    ['of a house', '172.16.0.1'],
    ['of a house', '172.31.255.255'],
    ['of a house', '192.168.1.1'],
    ['of carrier NAT', '100.64.0.1'],
    ['of carrier NAT', '100.127.255.255'],
    ['of loopback', '127.0.0.1'],
    ['of loopback', '127.255.255.254'],
    ['that is local to its link, with the metadata of a cloud', '169.254.169.254'],
    ['of protocols', '192.0.0.8'],
    ['of documentation', '192.0.2.1'],
    ['of documentation', '198.51.100.7'],
    ['of documentation', '203.0.113.7'],
    ['of benchmarks', '198.18.0.1'],
    ['of benchmarks', '198.19.255.255'],
    ['of multicast', '224.0.0.1'],
    ['that is reserved', '240.0.0.1'],
    ['of broadcast', '255.255.255.255'],
    ['of no host', '::'],
    ['of loopback', '::1'],
    ['that is IPv4-compatible', '::7f00:1'],
    ['that is IPv4-compatible', '::8.8.8.8'],
    ['that is IPv4-mapped', '::ffff:127.0.0.1'],
    ['that is IPv4-mapped', '::ffff:a9fe:a9fe'],
    ['that is IPv4-translated', '::ffff:0:10.0.0.1'],
    ['of NAT64', '64:ff9b::a9fe:a9fe'],
    ['of NAT64 on site', '64:ff9b:1::1'],
    ['that is to be discarded', '100::1'],
    ['of Teredo', '2001::1'],
    ['of benchmarks', '2001:2::1'],
    ['of ORCHID', '2001:20::1'],
    ['of documentation', '2001:db8::1'],
    ['of documentation', '3fff::1'],
    ['of 6to4', '2002:7f00:1::1'],
    ['of segment routing', '5f00::1'],
    ['that is unique local', 'fc00::1'],
    ['that is unique local', 'fd12:3456::1'],
    ['that is local to its link', 'fe80::1'],
    ['that is local to its link, with a zone', 'fe80::1%eth0'],
    ['that is local to its site', 'fec0::1'],
    ['of multicast', 'ff02::1'],
    ['that nobody was given', '4000::1'],
    ['that is none', 'localhost'],
    ['that is empty', ''],
  ])('is one %s: %s', (_what, address) => expect(isPrivate(address)).toBe(true));

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
  ])('is not %s', (address) => expect(isPrivate(address)).toBe(false));
});

describe('the lookup of a request to somebody else', () => {
  const look = (addresses: LookupAddress[], all = false) =>
    new Promise((resolve) => {
      const lookup = publicLookup((_name, _options, callback) => callback(null, addresses));
      lookup('back-end.example', { all }, (error, found, family) => resolve(error?.message ?? [found, family]));
    });
  const first = { address: '1.1.1.1', family: 4 };
  const second = { address: '2606:4700:4700::1111', family: 6 };

  it('gives what the name has, when all of that is public', async () => {
    expect(await look([first, second])).toEqual(['1.1.1.1', 4]);
    expect(await look([first, second], true)).toEqual([[first, second], undefined]);
  });

  it('refuses a name of which one address is private, and one without any', async () => {
    const words = 'back-end.example is a private address, and only public ones are allowed';
    expect(await look([first, { address: '::ffff:169.254.169.254', family: 6 }], true)).toBe(words);
    expect(await look([])).toBe(words);
  });
});
