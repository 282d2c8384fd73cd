/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { householdOf, networkOf } from './network-of';

describe('where a visitor comes from', () => {
  it.each([
    ['192.0.2.1', '192.0.2', '192.0.2.1'],
    ['192.0.2.254', '192.0.2', '192.0.2.254'],
    ['::ffff:192.0.2.1', '192.0.2', '192.0.2.1'],
    ['2001:db8:7:8:1:2:3:4', '2001:db8:7', '2001:db8:7:8::/64'],
    ['2001:DB8:07:0008::9', '2001:db8:7', '2001:db8:7:8::/64'],
    ['2001:db8:7:ffff::', '2001:db8:7', '2001:db8:7:ffff::/64'],
    ['2001:0db8::1:2:3:4', '2001:db8:0', '2001:db8:0:0::/64'],
    ['::1', '0:0:0', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0', 'fe80:0:0:0::/64'],
    ['', 'unknown', 'unknown'],
    ['nonsense', 'unknown', 'unknown'],
  ])('%s: the network %s and the household %s, however the address is written', (address, network, household) => {
    expect(networkOf(address)).toBe(network);
    expect(householdOf(address)).toBe(household);
  });
});
