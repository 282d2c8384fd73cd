import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Ranges that ipaddr.js does not classify: benchmarking, IPv4-compatible, local NAT64, site-local. */
const furtherRanges = new BlockList();
furtherRanges.addSubnet('198.18.0.0', 15);
furtherRanges.addSubnet('::', 96, 'ipv6');
furtherRanges.addSubnet('64:ff9b:1::', 48, 'ipv6');
furtherRanges.addSubnet('fec0::', 10, 'ipv6');

/** Whether an IP address is not globally reachable, or embeds an IPv4 address, which may be a private one (NAT64, 6to4, Teredo). */
export function isPrivate(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.process(address);
  return parsed.range() !== 'unicast' || furtherRanges.check(parsed.toString(), parsed.kind());
}

/**
 * Builds the `lookup` option of a request that connects to public addresses only. It checks the very address that the
 * connection uses, so that a name cannot resolve to another one in between.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => isPrivate(address))) {
        return callback(new Error(`${hostname} is a private address, and requests go to public ones only`), '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
