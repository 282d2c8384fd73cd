import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** The addresses of a name, as `dns.lookup` gives all of them. */
export type Resolve = (hostname: string, options: LookupAllOptions, callback: Resolved) => void;
type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Looks once, at the moment of connecting, and connects to what it saw: a name cannot change in between. */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const bad = addresses.find(({ address }) => isPrivate(address));
      const [first] = addresses;
      if (bad || !first) return callback(privateAddress(hostname), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

export function privateAddress(host: string): NodeJS.ErrnoException {
  return new Error(`${host} is a private address, and webhooks go to public ones only`);
}

const privateRanges = buildPrivateRanges();

export function isPrivate(address: string): boolean {
  return privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function buildPrivateRanges(): BlockList {
  const ranges = new BlockList();
  const v4: [string, number][] = [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ];
  for (const [net, prefix] of v4) {
    ranges.addSubnet(net, prefix, 'ipv4');
    ranges.addSubnet(`::ffff:${net}`, 96 + prefix, 'ipv6');
  }
  const v6: [string, number][] = [
    ['::', 96],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
    // What holds an address of IPv4, which may be a private one: NAT64, Teredo, 6to4.
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2001::', 32],
    ['2002::', 16],
  ];
  for (const [net, prefix] of v6) ranges.addSubnet(net, prefix, 'ipv6');
  return ranges;
}
